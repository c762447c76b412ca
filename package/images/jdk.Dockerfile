# An image to copy a baked JDK from: an init container puts it over the JDK of the application's image, as a user that is not root.
# busybox rather than the base image itself: it has `cp` and such a user, which a base image may lack.
#   docker build -t slipstream-jdk -f package/images/jdk.Dockerfile target/packages
ARG BAKED=temurin-slipstream

FROM ${BAKED} AS baked

FROM busybox:1.37
ARG JAVA=/opt/java/openjdk
COPY --from=baked ${JAVA} ${JAVA}
USER 65534:65534
