/**
 * People share photos from another app with this one (`share_target` in the manifest). The service worker stores the photos until the form
 * takes them into its draft.
 */
const CACHE = 'shared-photos'
/** The field's name in the manifest. */
export const SHARED_FIELD = 'photos'
export const SHARED_TO = '/report'
const SHARED_PARAMETER = 'shared'
const MOST = 8
const MOST_BYTES = 40e6

export const SHARED_PAGE = `${SHARED_TO}?${SHARED_PARAMETER}`

const addressOf = (n: number) => `/shared-photos/${n}`

/** Photos of an earlier share that no form took are dropped. */
export async function storeSharedPhotos(files: readonly File[]): Promise<void> {
  await caches.delete(CACHE)
  const cache = await caches.open(CACHE)
  const photos = files.filter(({ type, size }) => type.startsWith('image/') && size <= MOST_BYTES).slice(0, MOST)
  await Promise.all(photos.map((photo, i) => cache.put(addressOf(i), new Response(photo, { headers: { 'content-type': photo.type } }))))
}

export const hasSharedPhotos = (search: string): boolean => new URLSearchParams(search).has(SHARED_PARAMETER)

/** Longer than a form takes to store its draft. */
const DRAFT_STORED_MS = 2000

/** Call `drop` when the photos are in the form. They stay until its draft is stored, so that a reload doesn't lose them. */
export async function readSharedPhotos(): Promise<{ files: File[]; drop: () => void }> {
  const cache = await caches.open(CACHE)
  const files: File[] = []
  for (let n = 0; n < MOST; n++) {
    const photo = await (await cache.match(addressOf(n)))?.blob()
    if (photo) files.push(new File([photo], `photo-${n}`, { type: photo.type }))
  }
  return { files, drop: () => void setTimeout(() => void caches.delete(CACHE), DRAFT_STORED_MS) }
}
