import { openBuiltPages, openNetwork } from './hosting/running-network.ts'
import { serveNetworks } from './hosting/serve-networks.ts'
import { readConfig } from './read-config.ts'

type Running = { stop(): Promise<void> }

async function serveOne(): Promise<Running> {
  const config = readConfig(process.env)
  const pages = await openBuiltPages(config.WEB_DIST)
  const network = await openNetwork(config, pages)
  if (!pages && config.NODE_ENV !== 'development') network.app.log.warn('the web app has not been built, so only the API is served')
  await network.startWork()
  await network.app.listen({ host: config.HOST, port: config.PORT })
  return network
}

async function start(): Promise<void> {
  let running: Running | null = null
  const stop = async () => {
    // A connection or task that hangs must not prevent the end of the process.
    setTimeout(() => process.exit(1), 9500).unref()
    await running?.stop()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  running = process.env.NETWORKS_DIR ? await serveNetworks(process.env) : await serveOne()
}

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  if (error instanceof Error && error.cause) console.error(error.cause)
  process.exit(1)
})
