import type { FastifyInstance } from 'fastify'

export type Stopping = { isStopping(): boolean; stop(): Promise<void> }

/**
 * During the drain period, the server still serves requests but reports "not ready" and asks each connection to close after its response.
 * Only then does it stop listening. Closing immediately would break connections on which a request is being sent.
 */
export function prepareStopping(app: FastifyInstance, drainMs: number): Stopping {
  let stopping: Promise<void> | null = null
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close')
  })
  return {
    isStopping: () => stopping !== null,
    stop() {
      stopping ??= new Promise((resolve) => setTimeout(resolve, drainMs)).then(() => app.close())
      return stopping
    },
  }
}
