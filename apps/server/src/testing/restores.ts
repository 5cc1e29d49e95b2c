import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PublicStatus, type TrailStatus, trailAt } from '@trailwarden/domain'
import { databaseUrl } from '@trailwarden/testkit/database/postgres'
import { createBrowser, createPerson, PASSWORD } from '@trailwarden/testkit/devices/people'
import type { FastifyInstance } from 'fastify'
import { inject, onTestFinished } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { libpqEnvironment, postgresProgram } from '../ops/programs.ts'
import { renewEpoch } from '../sync/pull/epoch.ts'
import { createDeviceFor } from './devices.ts'
import { createTestServer } from './test-server.ts'

export type Server = Awaited<ReturnType<typeof createTestServer>>

export function backUp({ database }: Server): string {
  const file = join(tmpdir(), `restore-${randomUUID()}.dump`)
  execFileSync(postgresProgram('pg_dump'), ['-Fc', '-Z0', '-f', file], { env: { ...process.env, ...libpqEnvironment(database.url) } })
  onTestFinished(() => rmSync(file, { force: true }))
  return file
}

/**
 * Starts another server on the restored backup, with the first server's photo folder. `isNotified`: whether the restore command has run.
 * `smtpUrl`: where the restored server sends emails, if it sends any.
 */
export async function restore(file: string, first: Server, { isNotified = true, smtpUrl = '' } = {}): Promise<Server> {
  const clusterUrl = inject('clusterUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = openDatabase(clusterUrl, 1)
  await admin.pool.query(`create database ${name}`)
  const url = databaseUrl({ url: clusterUrl }, name)
  execFileSync(postgresProgram('pg_restore'), ['--no-owner', '-d', name, file], { env: { ...process.env, ...libpqEnvironment(url) } })
  const database = { ...openDatabase(url, 4), url }
  onTestFinished(async () => {
    await database.close()
    await admin.pool.query(`drop database ${name} with (force)`)
    await admin.close()
  })
  await renewEpoch(database.db, { force: isNotified })
  const { PHOTOS_DIR } = first.config
  const environment = { PHOTOS_DIR, PUBLIC_URL: 'https://trails.example.org', ...(smtpUrl && { SMTP_URL: smtpUrl }) }
  const server = await createTestServer({ database, environment, sendsMail: smtpUrl !== '' })
  // Every server process prepares before it serves requests.
  await server.prepare()
  return server
}

export const createFirstServer = () => createTestServer({ environment: { PUBLIC_URL: 'https://trails.example.org' } })

export const readStatus = async ({ app }: Server): Promise<PublicStatus> => (await app.inject('/api/public/status')).json()

export async function wordsOf(server: Server): Promise<Map<string, TrailStatus | null>> {
  const status = await readStatus(server)
  const words = new Map<string, TrailStatus | null>(status.networks.map(({ id, status: word }) => [`network ${id}`, word]))
  for (const trail of server.trails()) words.set(`trail ${trail.id}`, trailAt(status, trail, new Date()).status)
  const { features } = (await server.app.inject('/api/public/trails.geojson')).json() as {
    features: { properties: { id: string; status: TrailStatus | null } }[]
  }
  for (const { properties } of features) words.set(`geojson ${properties.id}`, properties.status)
  const feed = (await server.app.inject('/feeds/status.json')).json() as {
    items: { _trailwarden: { networks?: { id: string; status: TrailStatus | null }[] } }[]
  }
  for (const { id, status: word } of feed.items[0]?._trailwarden.networks ?? []) words.set(`feed ${id}`, word)
  return words
}

export const networksOf = ({ site }: Server, word: () => TrailStatus) =>
  Object.fromEntries(site.networks.map(({ id }) => [id, { status: word(), message: '' }]))

type Update = { id: string; patch: Record<string, unknown>; number?: number | undefined }

/** Each update is based on the device's previous one. */
export async function createManager(server: Server) {
  const person = await createPerson(server.database.db, { role: 2, displayName: 'Tom Ashby' })
  const device = createDeviceFor(createBrowser(server.app, { cookie: person.cookie }), server.database.db)
  return { person, device, posted: [] as Update[] }
}

export const latestOf = async ({ database }: Server) => {
  const row = await database.db.selectFrom('trailUpdates').select(['id', 'orderNumber']).orderBy('orderNumber', 'desc').executeTakeFirst()
  return row ? { basedOn: row.id, basedOnNumber: row.orderNumber } : { basedOn: null }
}

export const logIn = async (app: FastifyInstance, email: string, password = PASSWORD) =>
  (await createBrowser(app).post('/api/account/login', { email, password })).statusCode
