/**
 * nginx requests each of these paths at most once a second, on behalf of the first visitor. That request must succeed even if the visitor
 * is over a limit, or everyone would keep getting the old copy. A test compares the paths with deploy/nginx.conf.
 */
import { requestPath } from '../security/request-path.ts'

export const STORED_PATHS =
  /^\/($|emergency$|trails$|help$|sitemap\.xml$|robots\.txt$|api\/public\/(page-data|warnings|hazards|trails\.geojson)$|feeds\/(status\.(atom|json)|closures\.ics)$|embed\/status$|\.well-known\/security\.txt$|manifest\.webmanifest$)/

/**
 * The pages that nginx also stores, but whose names strangers can make up. These have their own limit. Over this limit, nginx passes on the
 * refusal instead of an old copy, because the copy may show an old status.
 */
export const NAMED_PAGE_PATHS = /^\/((embed\/)?trails|information|help)\/[a-z0-9-]{1,100}$/

export const SITE_DATA_PATHS = /^\/(api\/public\/(site-data|guide)|map-lines\.json)$/

export function isStoredRead({ method, url }: { method?: string | undefined; url?: string | undefined }): boolean {
  const path = requestPath(url ?? '/')
  return method === 'GET' && (path === '/api/public/status' || SITE_DATA_PATHS.test(path) || STORED_PATHS.test(path))
}

export const isNamedPage = ({ method, url }: { method?: string | undefined; url?: string | undefined }): boolean =>
  method === 'GET' && NAMED_PAGE_PATHS.test(requestPath(url ?? '/'))
