# A base image with the remedies in its JDK: applications on it need no agent and no option.
#   ./slipstream build package
#   docker build -t temurin-slipstream -f package/images/baked.Dockerfile target/packages
#
# BASE   the base image, with JDK 17 to 28
# JAVA   where it has its JDK: /opt/java/openjdk in Temurin's, /usr/lib/jvm/java-21-amazon-corretto in Corretto's,
#        /usr/lib/jvm/java-17-openjdk-amd64 where Debian's package is installed
# TOOL   the image to bake in, with a shell and a Java runtime 17 or newer; another one than BASE where that has no shell
# OPTIONS   of `slipstream bake`; --freeze-links where BASE lacks the certificates and settings that TOOL has
ARG BASE=eclipse-temurin:21-jre
ARG TOOL=${BASE}

FROM ${BASE} AS base

FROM ${TOOL} AS bake
ARG JAVA=/opt/java/openjdk
ARG OPTIONS=
USER root
ADD slipstream-*.tar.gz /package/
COPY --from=base ${JAVA} /stock
RUN /package/slipstream-*/bin/slipstream bake --jdk /stock --output /baked ${OPTIONS}

FROM base
ARG JAVA=/opt/java/openjdk
COPY --from=bake /baked ${JAVA}
