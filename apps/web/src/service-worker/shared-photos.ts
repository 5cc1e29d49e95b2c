import { registerRoute } from 'workbox-routing'
import { SHARED_FIELD, SHARED_PAGE, SHARED_TO, storeSharedPhotos } from '#platform/shared-photos.ts'

/** Works without signal, because the worker answers and nothing is sent. If storing fails, the form opens without photos. */
async function receiveShare(request: Request): Promise<Response> {
  try {
    const shared = (await request.formData()).getAll(SHARED_FIELD)
    await storeSharedPhotos(shared.filter((value) => value instanceof File))
  } catch (error) {
    console.warn('couldn’t store the shared photos', error)
  }
  return Response.redirect(SHARED_PAGE, 303)
}

export const receiveSharedPhotos = () =>
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARED_TO,
    ({ request }) => receiveShare(request),
    'POST',
  )
