/**
 * The most connections that one process opens to PostgreSQL, whatever it serves: many networks have a pool each, and together they must
 * not use up what the server allows. Who finds none left waits for one, and a pool that has one idle gives it back at once.
 */
import pg from 'pg'

/** Shorter than a pool's own patience, so that the reason is told. */
const PATIENCE_MS = 2500

export type ConnectionBudget = {
  Client: typeof pg.Client
  /** Connections that lie idle in this pool are taken back when another waits; call what it returns before the pool ends. */
  share(pool: pg.Pool): () => void
  used(): number
  waiting(): number
}

export function createConnectionBudget(most: number): ConnectionBudget {
  let used = 0
  const queue: { enter(): void }[] = []
  const pools = new Set<pg.Pool>()

  // A pool hands an idle connection over only a moment after it was asked for.
  const spareOf = ({ idleCount, waitingCount }: pg.Pool) => idleCount - waitingCount

  /** The way a pool lets go of one: take it out, and do not put it back. */
  function takeBack(pool: pg.Pool): void {
    pool.connect((_error, _client, release) => release(true))
  }

  function share(pool: pg.Pool): () => void {
    pools.add(pool)
    const onRelease = () =>
      // Later: whoever waits in that pool itself comes first.
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

  /** Calls back when a connection may be opened, or with an error when none became free in time. */
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
      // Safe: pg calls the same function with an error or without; its type names both.
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
