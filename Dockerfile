# The gateway as an image: built with the compiler and its friends, shipped without them.
#
#   docker build -t owlgate .
#   docker run --rm -p 127.0.0.1:8080:8080 -p 127.0.0.1:9080:9080 -v owlgate-data:/data \
#     -e OWLGATE_WHITELIST=172.17.0.1,192.168.65.1 owlgate                                      # embedded engine
#   docker run --rm -p 127.0.0.1:8080:8080 -e DGRAPH_URL=http://alpha:8080 --network … owlgate  # a cluster
#
# In a container, this machine has the address of the network's router: 172.17.0.1, or 192.168.65.1 in Docker Desktop.
# OWLGATE_WHITELIST lets it administer, which loading an ontology takes; a refusal names another address. Publish the
# ports on 127.0.0.1 alone: behind the router all clients look alike.

# Node 22.23.1. Another digest, or tag, by `--build-arg NODE_IMAGE=…`.
ARG NODE_IMAGE=node:22-bookworm-slim@sha256:53ada149d435c38b14476cb57e4a7da73c15595aba79bd6971b547ceb6d018bf

FROM ${NODE_IMAGE} AS build
WORKDIR /app
# Dependencies change less often than sources: a layer of their own.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
COPY ui ./ui
RUN npx tsc -p tsconfig.build.json && npx vite build --config ui/vite.config.mjs && npm prune --omit=dev --ignore-scripts

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 OWLGATE_DATA=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY ontologies ./ontologies
COPY LICENSE README.md ./
RUN install -d -m 0700 -o node -g node /data
USER node
VOLUME /data
EXPOSE 8080 9080
HEALTHCHECK --interval=5s --timeout=3s --start-period=20s --retries=12 \
  CMD ["node", "dist/healthcheck.js"]
# Node is process 1: it answers SIGTERM itself. Its document processes (dist/materialize/documents) end with it.
CMD ["node", "dist/main.js"]
