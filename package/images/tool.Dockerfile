# The command line with a Java runtime, for `kubectl debug --image=slipstream-tool --target=CONTAINER` and for jobs.
#   ./slipstream build package
#   docker build -t slipstream-tool -f package/images/tool.Dockerfile target/packages
FROM eclipse-temurin:21-jre AS package
ADD slipstream-*.tar.gz /package/
RUN mv /package/slipstream-* /slipstream

FROM eclipse-temurin:21-jre
COPY --from=package /slipstream/ /usr/local/
ENTRYPOINT ["slipstream"]
CMD ["--help"]
