# Serves the page: docker build -t lasker . && docker run -p 8000:8000 -v lasker:/data lasker
# It prints an address with a token; put the name of your machine in the place of the container's.

FROM node:22-slim AS page
WORKDIR /lasker
COPY workbench workbench
RUN cd workbench && npm ci --no-audit --no-fund && npm run build

FROM python:3.12-slim
# The compiler is for games: they become native code while they are played.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /lasker
COPY pyproject.toml README.md LICENSE ./
COPY src src
COPY --from=page /lasker/src/lasker/web/bundle src/lasker/web/bundle
RUN pip install --no-cache-dir . \
    && useradd --create-home player \
    && mkdir /data \
    && chown player /data
USER player
ENV LASKER_CACHE=/data/cache PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health', timeout=4)"]
CMD ["lasker", "serve", "--no-open", "--public", "--port", "8000", "--data", "/data", "--log", "json"]
