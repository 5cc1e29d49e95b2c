import { randomBytes, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PHOTO_LARGE_SIDE } from '@trailwarden/domain'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createTestDevice } from '#testing/devices.ts'
import { createTestServer } from '#testing/test-server.ts'

/** Every test file contains this text, and stored files must not. */
const TELLTALE = 'TELLTALE'
const HTML = Buffer.from(`<html><script>alert('${TELLTALE}')</script></html>`)

const drawn = (width = 320, height = 240) => sharp({ create: { width, height, channels: 3, background: '#356a3c' } })

const segment = (marker: number, content: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}
/** Every image reader looks directly after the first two bytes. */
const withSegments = (photo: Buffer, ...segments: Buffer[]) => Buffer.concat([photo.subarray(0, 2), ...segments, photo.subarray(2)])
const spoilt = (photo: Buffer, change: (copy: Buffer) => void) => {
  const copy = Buffer.from(photo)
  change(copy)
  return copy
}
const frameOf = (photo: Buffer, marker = 0xc0) => photo.indexOf(Buffer.from([0xff, marker]))
const without = (photo: Buffer, marker: number) => {
  const at = photo.indexOf(Buffer.from([0xff, marker]))
  return Buffer.concat([photo.subarray(0, at), photo.subarray(at + 2 + photo.readUInt16BE(at + 2))])
}
const scanOf = (photo: Buffer) => photo.indexOf(Buffer.from([0xff, 0xda]))

/** These types of file have broken image readers: wrong formats, false sizes, hidden content and cut or damaged data. */
async function corpus(): Promise<Record<string, Buffer>> {
  const photo = await drawn().jpeg().toBuffer()
  const progressive = await drawn().jpeg({ progressive: true }).toBuffer()
  const noisy = await sharp(randomBytes(320 * 240 * 3), { raw: { width: 320, height: 240, channels: 3 } })
    .jpeg()
    .toBuffer()
  const sized = (width: number, height: number, of = photo, marker = 0xc0) =>
    spoilt(of, (copy) => {
      copy.writeUInt16BE(height, frameOf(copy, marker) + 5)
      copy.writeUInt16BE(width, frameOf(copy, marker) + 7)
    })
  const exif = (await drawn()
    .withExif({ IFD0: { Make: TELLTALE, Model: `<script>${TELLTALE}</script>` } })
    .jpeg()
    .toBuffer()) satisfies Buffer
  const cut = Object.fromEntries(
    [2, 3, 20, 159, scanOf(noisy), scanOf(noisy) + 5, Math.floor(noisy.length / 2), noisy.length - 20, noisy.length - 2].map((end) => [
      `cut after ${end} bytes`,
      noisy.subarray(0, end),
    ]),
  )
  const flipped = Object.fromEntries(
    Array.from({ length: 10 }, (_, n) => {
      // The same positions in each run, so that failures can be reproduced.
      const at = scanOf(noisy) + 20 + ((n * 7919) % (noisy.length - scanOf(noisy) - 40))
      return [`bits flipped ${n + 1}`, spoilt(noisy, (copy) => copy.fill(0xff - n, at, at + 3))]
    }),
  )
  return {
    nothing: Buffer.alloc(0),
    'one byte': Buffer.from([0xff]),
    zeros: Buffer.alloc(4096),
    noise: randomBytes(4096),
    html: HTML,
    svg: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>${TELLTALE}</script></svg>`),
    'svg that reads a file': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
    'postscript (ghostscript)': Buffer.from('%!PS\n(%pipe%id) (w) file\n'),
    'mvg (imagemagick)': Buffer.from('push graphic-context\nfill \'url(https://127.0.0.1/"|id")\'\npop graphic-context'),
    pdf: Buffer.from('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(1)>>>>endobj'),
    zip: Buffer.from('504b0304140000000800', 'hex'),
    elf: Buffer.concat([Buffer.from('7f454c46', 'hex'), Buffer.alloc(200)]),
    png: await drawn().png().toBuffer(),
    webp: await drawn().webp().toBuffer(),
    gif: await drawn(8, 8).gif().toBuffer(),
    tiff: await drawn(8, 8).tiff().toBuffer(),
    avif: await drawn(64, 64).avif().toBuffer(),
    'bytes of a jpeg before html': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), HTML]),
    '0 × 0': sized(0, 0),
    '1 × 65,535': sized(1, 65_535),
    '65,535 × 65,535': sized(65_535, 65_535),
    '30,000 × 30,000, progressive': sized(30_000, 30_000, progressive, 0xc2),
    'twelve bits': spoilt(photo, (copy) => copy.writeUInt8(12, frameOf(copy) + 4)),
    'no components': spoilt(photo, (copy) => copy.writeUInt8(0, frameOf(copy) + 9)),
    '255 components': spoilt(photo, (copy) => copy.writeUInt8(255, frameOf(copy) + 9)),
    'sampling of zero': spoilt(photo, (copy) => copy.writeUInt8(0, frameOf(copy) + 11)),
    'arithmetic coding': spoilt(photo, (copy) => copy.writeUInt8(0xc9, frameOf(copy) + 1)),
    lossless: spoilt(photo, (copy) => copy.writeUInt8(0xc3, frameOf(copy) + 1)),
    'a segment longer than the file': withSegments(photo, Buffer.from([0xff, 0xe1, 0xff, 0xff])),
    'a segment of length zero': withSegments(photo, Buffer.from([0xff, 0xe1, 0x00, 0x00])),
    'without quantisation': without(photo, 0xdb),
    'without huffman tables': without(without(without(without(photo, 0xc4), 0xc4), 0xc4), 0xc4),
    'without a frame': without(photo, 0xc0),
    'two frames': withSegments(photo, photo.subarray(frameOf(photo), frameOf(photo) + 2 + photo.readUInt16BE(frameOf(photo) + 2))),
    'html behind it': Buffer.concat([photo, HTML]),
    'zip behind it': Buffer.concat([photo, Buffer.from('504b0304', 'hex'), Buffer.from(TELLTALE)]),
    'script in a comment': withSegments(photo, segment(0xfe, HTML)),
    'script in exif': exif,
    'script in xmp': withSegments(photo, segment(0xe1, Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), HTML]))),
    'php in a comment': withSegments(photo, segment(0xfe, Buffer.from(`<?php system('${TELLTALE}'); ?>`))),
    'a second picture behind it': Buffer.concat([photo, exif]),
    'a thousand comments': withSegments(photo, ...Array.from({ length: 1000 }, () => segment(0xfe, HTML))),
    'two thousand and one segments': withSegments(photo, ...Array.from({ length: 2001 }, () => segment(0xfe, Buffer.from('x')))),
    'a profile of 60 kB': withSegments(
      photo,
      segment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01'), Buffer.alloc(60_000, TELLTALE)])),
    ),
    'an unknown segment': withSegments(photo, segment(0xef, Buffer.from(TELLTALE))),
    ...cut,
    ...flipped,
  }
}

test('SEC-IMAGE none of 60 hostile files is stored unchanged or causes a server error, and the next photo is accepted', async () => {
  const { app, database, config } = await createTestServer()
  const owner = await createTestDevice(app, database.db)
  const files = await corpus()
  expect(Object.keys(files).length).toBeGreaterThanOrEqual(60)
  const taken: string[] = []
  for (const [what, bytes] of Object.entries(files)) {
    const { statusCode } = await owner.browser.putPhoto(randomUUID(), bytes)
    expect([204, 422], `${what}: ${statusCode}`).toContain(statusCode)
    if (statusCode === 204) taken.push(what)
  }
  const stored = (await readdir(config.PHOTOS_DIR, { recursive: true })).filter((name) => name.includes('.'))
  for (const name of stored) {
    expect(name).toMatch(/\.jpg$/)
    const bytes = await readFile(join(config.PHOTOS_DIR, name))
    expect(bytes.includes(TELLTALE), name).toBe(false)
    const { format, width, height, exif, xmp, icc, comments } = await sharp(bytes, { failOn: 'warning' }).metadata()
    expect({ format, exif, xmp, icc, comments }, name).toEqual({ format: 'jpeg' })
    expect(Math.max(width, height), name).toBeLessThanOrEqual(PHOTO_LARGE_SIDE)
  }
  // Complete photos with extra content are accepted, but the extra content is removed.
  expect(taken).toEqual(expect.arrayContaining(['html behind it', 'script in a comment', 'script in exif', 'a profile of 60 kB']))
  for (const what of ['html', 'svg', 'png', 'webp', 'avif', 'zip', '65,535 × 65,535', 'without a frame', 'cut after 3 bytes'])
    expect(taken, what).not.toContain(what)
  console.log(`hostile photos: ${Object.keys(files).length} sent, ${taken.length} accepted and cleaned, the others refused`)
  expect((await owner.browser.putPhoto(randomUUID(), await drawn().jpeg().toBuffer())).statusCode).toBe(204)
  expect((await app.inject('/readyz')).statusCode).toBe(200)
}, 120_000)
