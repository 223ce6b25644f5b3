# One image for API, workers and relay; the command decides which. Workers and API start the sandbox for scripts from it
# themselves. Node 24 LTS, not root, no build tools inside.

FROM node:24.21.0-bookworm-slim@sha256:2fe369e969550cde8e867afc3fe370b260140cab4a23d467074295b42163d553 AS bundle
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY patches ./patches
# Without install scripts, as everywhere in this project.
RUN npm ci --ignore-scripts && npx patch-package --error-on-fail
COPY . .
# The workflows are bundled here, so that workers start at once and need no bundler; so are the dashboard, and API and worker,
# which take less memory than their sources do.
RUN node worker/bundle.ts && node web/build/main.ts --smallest && node start/bundles/main.ts --to .cache/bundles/image

FROM node:24.21.0-bookworm-slim@sha256:2fe369e969550cde8e867afc3fe370b260140cab4a23d467074295b42163d553 AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY patches ./patches
# Optional dependencies are the packaged Node and PostgreSQL of `npm start`, and the bundler's compiler. What corrects
# packages is a tool of the build: it comes from the stage before, and stays there.
RUN --mount=type=bind,from=bundle,source=/app/node_modules,target=/tools \
    npm ci --ignore-scripts --omit=dev --omit=optional && node /tools/patch-package/index.js --error-on-fail

FROM node:24.21.0-bookworm-slim@sha256:2fe369e969550cde8e867afc3fe370b260140cab4a23d467074295b42163d553
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=bundle /app/.cache ./.cache
COPY . .
USER node
EXPOSE 8080
CMD ["node", ".cache/bundles/image/api/main.js"]
