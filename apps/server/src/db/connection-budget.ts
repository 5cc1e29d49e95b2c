/**
 * Each site has a separate pool, but all pools together must not exceed the limit of PostgreSQL. If no connection is available, the caller
 * waits until a pool with an idle connection releases one.
 */
import pg from 'pg'

/** Shorter than the pool's connection timeout, so that callers get this error, which explains the reason. */
const PATIENCE_MS = 2500

export type ConnectionBudget = {
  Client: typeof pg.Client
  /** Other pools can reclaim the pool's idle connections. Call the returned function before ending the pool. */
  share(pool: pg.Pool): () => void
  used(): number
  waiting(): number
}

export function createConnectionBudget(most: number): ConnectionBudget {
  let used = 0
  const queue: { enter(): void }[] = []
  const pools = new Set<pg.Pool>()

  // A pool assigns idle connections with a short delay, so waiting requests already count as using them.
  const spareOf = ({ idleCount, waitingCount }: pg.Pool) => idleCount - waitingCount

  /** pg has no function to close one connection of a pool, so this code takes a connection and releases it as broken. */
  function takeBack(pool: pg.Pool): void {
    pool.connect((_error, _client, release) => release(true))
  }

  function share(pool: pg.Pool): () => void {
    pools.add(pool)
    const onRelease = () =>
      // Deferred, so that the pool can first serve its own waiting requests.
      setImmediate(() => {
        if (queue.length > 0 && pools.has(pool) && spareOf(pool) > 0) takeBack(pool)
      })
    pool.on('release', onRelease)
    return () => {
      pools.delete(pool)
      pool.off('release', onRelease)
    }
  }

  function giveBack(): void {
    const next = queue.shift()
    if (next) next.enter()
    else used--
  }

  /** Calls back with an error if no connection becomes available in time. */
  function take(done: (error: Error | null) => void): void {
    if (used < most) {
      used++
      done(null)
      return
    }
    const waiter = {
      enter() {
        clearTimeout(deadline)
        done(null)
      },
    }
    const deadline = setTimeout(() => {
      queue.splice(queue.indexOf(waiter), 1)
      done(Object.assign(new Error('all connections to the database are in use'), { code: '53300' }))
    }, PATIENCE_MS)
    queue.push(waiter)
    const [idlest] = [...pools].sort((one, other) => spareOf(other) - spareOf(one))
    if (idlest && spareOf(idlest) > 0) takeBack(idlest)
  }

  type Callback = ((error: Error) => void) | ((error: null, client: pg.Client) => void)

  class BudgetedClient extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: Callback): void
    override connect(callback?: Callback): Promise<pg.Client> | undefined {
      if (!callback) return new Promise((resolve, reject) => this.#open((error) => (error ? reject(error) : resolve(this))))
      // The cast is safe: pg calls this function with or without an error, but its type has a separate signature for each.
      this.#open((error) => (callback as (error: Error | null, client: pg.Client) => void)(error, this))
    }

    #open(done: (error: Error | null) => void): void {
      take((error) => {
        if (error) return done(error)
        let isOpen = true
        const close = () => {
          if (isOpen) giveBack()
          isOpen = false
        }
        this.once('end', close)
        super.connect((failure: Error | null) => {
          if (failure) close()
          done(failure)
        })
      })
    }
  }

  return { Client: BudgetedClient, share, used: () => used, waiting: () => queue.length }
}
