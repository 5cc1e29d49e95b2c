/**
 * R21 with devices in the field: a new machine is restored from last night's backup with the commands in docs/backup-restore.md, while
 * devices have a day's work that the old server had acknowledged. After they reconnect, everything exists once, including photos.
 */

import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createDatabase } from '@trailwarden/testkit/database/create-database'
import { databaseUrl, freePort, startCluster } from '@trailwarden/testkit/database/postgres'
import { openDevices, type RealDevice } from '@trailwarden/testkit/devices/devices'
import { createSession } from '@trailwarden/testkit/devices/people'
import { serverSettings, startServer } from '@trailwarden/testkit/devices/test-env'
import { until } from '@trailwarden/testkit/wait'
import pg from 'pg'
import sharp from 'sharp'
import { openDatabase } from '../../../apps/server/src/db/database.ts'
import { type FaultTest, type Result, shuffled } from '../fault-test.ts'

const AMOUNT = { small: { devices: 3, before: 1, since: 4, unsent: 1 }, full: { devices: 50, before: 4, since: 20, unsent: 2 } }
const PHOTO_EVERY = 4
const RTO_LIMIT_MS = 30 * 60_000
const ROOT = resolve(import.meta.dirname, '../../..')

async function createMachine(backups: string) {
  const photos = mkdtempSync(join(tmpdir(), 'fault-photos-'))
  const cluster = await startCluster({ directory: mkdtempSync(join(tmpdir(), 'fault-')), durable: true })
  await createDatabase(cluster.url, 'trailwarden')
  const url = databaseUrl(cluster, 'trailwarden')
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  pool.on('error', () => undefined)
  const settings = { ...serverSettings(url, photos), SAMPLE_DATA: 'false', BACKUP_DIR: backups }
  let server: Awaited<ReturnType<typeof startServer>> | null = null
  const stop = async () => {
    server?.kill()
    await server?.ended()
    server = null
  }
  return {
    url,
    pool,
    photos,
    address: () => server?.address ?? 'http://127.0.0.1:9',
    async start() {
      server = await startServer(await freePort(), settings, null)
    },
    ops(...args: string[]) {
      const run = spawnSync(process.execPath, [join(ROOT, 'apps/server/src/ops.ts'), ...args], {
        env: { ...process.env, ...settings },
        encoding: 'utf8',
      })
      if (run.status !== 0) throw new Error(`npm run ops -- ${args.join(' ')}: ${run.stdout}${run.stderr}`)
    },
    async lose() {
      await stop()
      await pool.end()
      cluster.destroy()
      rmSync(photos, { recursive: true, force: true })
    },
  }
}

async function createPhoto(): Promise<Blob> {
  const background = { r: Math.floor(Math.random() * 256), g: Math.floor(Math.random() * 256), b: Math.floor(Math.random() * 256) }
  const bytes = await sharp({ create: { width: 320, height: 240, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })
}

export const restoredInTheField: FaultTest = {
  name: 'R21.field',
  async run(size, _stop, wanted): Promise<Result> {
    const amount = { ...AMOUNT[size], ...(wanted && { devices: wanted }) }
    const backups = mkdtempSync(join(tmpdir(), 'fault-backups-'))
    const broken: string[] = []
    let machine = await createMachine(backups)
    await machine.start()
    const devices = openDevices({
      get address() {
        return machine.address()
      },
      pool: machine.pool,
    })
    const phones: RealDevice[] = []
    const saved: string[] = []
    const photos: string[] = []
    async function work(phone: RealDevice, amountOf: number): Promise<void> {
      for (let n = 0; n < amountOf; n++) {
        const id = randomUUID()
        if (n % PHOTO_EVERY !== 0) {
          saved.push(await phone.report(id))
          continue
        }
        const photoId = randomUUID()
        photos.push(photoId)
        saved.push(await phone.record(id, { description: 'Tree down', area: 'North Wood', photoId }, { [photoId]: await createPhoto() }))
        saved.push(await phone.record(id, { detail: 'Across the whole trail' }))
      }
    }
    const photosAreSent = (phone: RealDevice) =>
      until(async () => (await phone.db.photos.where('state').anyOf('waiting', 'ready').count()) === 0, 120_000)
    const settled = async (phone: RealDevice) =>
      (await until(async () => (await phone.db.outbox.count()) === 0, 300_000)) && (await photosAreSent(phone))

    try {
      for (let n = 0; n < amount.devices; n++) phones.push(await devices.createTestDevice(1, `Rider ${n}`))
      await Promise.all(phones.map((phone) => work(phone, amount.before)))
      for (const phone of phones) if (!(await settled(phone))) broken.push('not everything was sent before the backup')
      machine.ops('backup')
      const atBackup = saved.length
      const photosAtBackup = photos.length

      await Promise.all(phones.map((phone) => work(phone, amount.since)))
      for (const phone of phones) if (!(await settled(phone))) broken.push('not everything was sent before the loss')
      for (const phone of phones) phone.setSignal(false)
      await Promise.all(phones.map((phone) => work(phone, amount.unsent)))

      const started = Date.now()
      await machine.lose()
      const other = await createMachine(backups)
      machine = other
      other.ops('restore', '--replace')
      await other.start()
      const rtoMs = Date.now() - started
      if (rtoMs > RTO_LIMIT_MS) broken.push(`the site was down for ${rtoMs} ms`)
      const { rows: inBackup } = await other.pool.query<{ n: number }>(
        'select count(*)::int as n from history where command_id = any($1)',
        [saved],
      )

      // After the restore, everyone must log in again.
      const database = openDatabase(other.url, 2)
      for (const phone of shuffled(phones)) {
        const { cookie } = await createSession(database.db, { id: phone.person.id, role: 1 })
        phone.setSignal(true)
        phone.signIn(cookie)
      }
      await database.close()
      const found = async () =>
        (
          await other.pool.query<{ n: number }>(
            'select (select count(*)::int from history h where h.command_id = c.id) as n from unnest($1::uuid[]) as c(id)',
            [saved],
          )
        ).rows.map(({ n }) => n)
      const stored = async () =>
        (
          await other.pool.query<{ id: string; file: string }>('select id, file from photos where stored_at is not null and id = any($1)', [
            photos,
          ])
        ).rows
      const isBack = await until(async () => (await found()).every((n) => n > 0) && (await stored()).length === photos.length, 600_000)
      const backMs = Date.now() - started
      for (const phone of phones) if (!(await settled(phone))) broken.push('a queue did not drain after the restore')
      const counts = await found()
      const files = new Set(readdirSync(other.photos, { recursive: true, encoding: 'utf8' }).map((name) => name.split('/').at(-1)))
      const missingPhotos =
        photos.length -
        (await stored()).filter(({ file }) => files.has(file.split('/').at(-1) ?? '') || existsSync(join(other.photos, file))).length
      if (!isBack) broken.push('not everything was back after ten minutes')
      for (const phone of phones) {
        for (const { answer } of await phone.db.attention.toArray()) broken.push(`refused: ${JSON.stringify(answer.refusal)}`)
        if (phone.errors.length > 0) broken.push(String(phone.errors[0]))
      }
      const { rows: all } = await other.pool.query<{ id: string; version: number; created_by: string }>(
        'select id, version, created_by from actions',
      )
      for (const phone of phones) {
        const own = all.filter((row) => row.created_by === phone.person.id)
        if (!(await phone.caughtUp(new Map(own.map(({ id, version }) => [id, version])))))
          broken.push('a phone’s data differs from the server’s')
      }
      const figures = {
        devices: phones.length,
        commands: saved.length,
        sinceTheBackup: saved.length - atBackup,
        inTheBackup: inBackup[0]?.n ?? 0,
        photos: photos.length,
        photosSinceTheBackup: photos.length - photosAtBackup,
        rtoMs,
        allBackMs: backMs,
      }
      const lost = counts.filter((n) => n < 1).length + missingPhotos
      return { runs: 1, lost, doubled: counts.filter((n) => n > 1).length, broken: [...new Set(broken)], figures }
    } finally {
      await devices.close()
      await machine.lose()
      rmSync(backups, { recursive: true, force: true })
    }
  },
}
