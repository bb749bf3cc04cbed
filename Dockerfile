# The product as one image: `product`, `bff`, `worker`, `migrate` and `cli` are its commands (node dist/<name>.js).
# It writes only into /data and /tmp. docs/operating.md says how the digest is renewed.
FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY patches ./patches
COPY client/package.json ./client/
RUN npm ci --omit=dev --loglevel=error
COPY . .
# The packages that only the build needs are not part of the image.
RUN npm run build && npm uninstall --no-save --omit=dev --loglevel=error \
  esbuild vite tailwindcss @tailwindcss/vite @tanstack/router-plugin @vitejs/plugin-react

FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/migrations ./migrations
COPY --from=build /app/dist ./dist
RUN mkdir /data && chown node:node /data
ENV NODE_ENV=production DATA_DIR=/data PORT=3000
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-old-space-size=1024", "dist/product.js"]
