/**
 * The most connections that one process opens to PostgreSQL, whatever it serves: many networks have a pool each, and together they must
 * not use up what the server allows. Who finds none left waits for one; pools that are idle give theirs back.
 */
import pg from 'pg'

/** Shorter than a pool's own patience, so that the reason is told. */
const PATIENCE_MS = 2500

export type ConnectionBudget = { Client: typeof pg.Client; used(): number; waiting(): number }

export function createConnectionBudget(most: number): ConnectionBudget {
  let used = 0
  const queue: { enter(): void }[] = []

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

  return { Client: BudgetedClient, used: () => used, waiting: () => queue.length }
}
