import type { FastifyInstance } from 'fastify'

export type Stopping = { isStopping(): boolean; stop(): Promise<void> }

/**
 * Ends the server without failing anyone: first it says "not ready" and asks every connection to close after its answer,
 * while it still answers; only after the drain does it stop listening. Closing at once would cut connections on which a
 * request was just being sent.
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
