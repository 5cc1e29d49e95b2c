import type { Command } from '@trailwarden/api'
import type { Action } from '@trailwarden/domain'
import { liveQuery } from 'dexie'
import type { Device } from './device.ts'
import { mirrorOf } from './device-database.ts'

export const wasSent = async ({ db }: Device, { n, id }: Command): Promise<boolean> => (await db.sent.get(n))?.command.id === id

const PATIENCE_MS = 10_000

/** The number arrives with the fetch that follows the push. If the fetch takes too long, the result is empty. */
export const numberOf = ({ db }: Device, actionId: string): Promise<string> =>
  new Promise((resolve) => {
    const done = (number: string) => {
      clearTimeout(timer)
      subscription.unsubscribe()
      resolve(number)
    }
    const timer = setTimeout(() => done(''), PATIENCE_MS)
    const subscription = liveQuery(() => mirrorOf(db, 'action').get(actionId)).subscribe((row) => {
      if (row) done((row.data as Action).number)
    })
  })
