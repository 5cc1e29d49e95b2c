/** The body goes into a file, so that twenty large uploads at the same time need no more memory than one. */
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type Upload = { path: string; sha256: Buffer }

class TooLarge extends Error {}
const CUT_OFF = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'ECONNABORTED'])

/** A crash leaves a `.part` file, which the photo sweep removes. */
export async function withUpload<T>(
  body: Readable,
  folder: string,
  maxBytes: number,
  use: (upload: Upload) => Promise<T>,
): Promise<T | 'too-large' | 'cut-off'> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${randomUUID()}.part`)
  const hash = createHash('sha256')
  let size = 0
  try {
    await pipeline(
      body,
      async function* (parts: AsyncIterable<Buffer>) {
        for await (const part of parts) {
          size += part.length
          if (size > maxBytes) throw new TooLarge()
          hash.update(part)
          yield part
        }
      },
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    )
    return await use({ path, sha256: hash.digest() })
  } catch (error) {
    if (error instanceof TooLarge) return 'too-large'
    // The sender has disconnected, so the error can't be reported.
    if (CUT_OFF.has(String((error as { code?: string }).code))) return 'cut-off'
    throw error
  } finally {
    await rm(path, { force: true })
  }
}
