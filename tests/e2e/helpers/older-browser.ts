import type { BrowserContext } from '@playwright/test'
import { NEWER_APIS } from '../../../tools/check/newer-apis.ts'

function takeAway(apis: readonly string[]): void {
  for (const api of apis) {
    const path = api.split('.')
    const last = path.pop() ?? ''
    const owner = path.reduce<unknown>((one, name) => (one as Record<string, unknown> | undefined)?.[name], globalThis)
    if (owner) delete (owner as Record<string, unknown>)[last]
  }
}

/** The error message is WebKit's. */
function refuseBlobs(): void {
  const put = IDBObjectStore.prototype.put
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, value: unknown, ...key: IDBValidKey[]) {
    const hasBlob = typeof value === 'object' && value !== null && Object.values(value).some((one) => one instanceof Blob)
    if (hasBlob) throw new DOMException('Error preparing Blob/File data to be stored in object store', 'UnknownError')
    return put.call(this, value, ...key)
  }
}

export async function makeOlder(context: BrowserContext): Promise<void> {
  await context.addInitScript(takeAway, NEWER_APIS)
  await context.addInitScript(refuseBlobs)
}
