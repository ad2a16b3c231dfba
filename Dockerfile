# whichtool from this folder: docker build -t whichtool . && docker run --rm -v "$PWD:/work" whichtool run
FROM node:22-alpine AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc tsconfig.json tsdown.config.ts ./
RUN npm ci --ignore-scripts
COPY action ./action
COPY docs ./docs
COPY examples ./examples
COPY schema ./schema
COPY scripts ./scripts
COPY skills ./skills
COPY src ./src
COPY vectors ./vectors
COPY README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE llms.txt ./
RUN npm pack --pack-destination /tmp

FROM node:22-alpine AS base
COPY --from=build /tmp/whichtool-*.tgz /tmp/whichtool.tgz
RUN npm install --global --ignore-scripts /tmp/whichtool.tgz && rm /tmp/whichtool.tgz
USER node
WORKDIR /work
ENTRYPOINT ["whichtool"]

# With what `worker` and `run --queue` need beside it.
FROM base AS workers
USER root
RUN npm install --global --ignore-scripts bullmq@6.7.0 ioredis@5.11.1 pg@8.23.1
USER node

FROM base
