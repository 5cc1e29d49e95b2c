/**
 * The server responds to other paths with 404. Tests compare the list with the app's router (`routes.test.tsx`) and deploy/nginx.conf
 * (`nginx.test.ts`).
 */
export const APP_PATHS = [
  ...['/map', '/offline', '/waiting', '/alerts', '/subscribe', '/report', '/r/:code', '/access-denied'],
  ...['/information', '/information/:page', '/help', '/help/:page'],
  ...['/login', '/register', '/reset-password', '/confirm-email', '/passkeys'],
  ...['/change-email', '/change-password', '/change-name', '/delete-account'],
  ...['/account', '/account/:tab', '/actions', '/actions/:tab', '/actions/edit/:id', '/actions/view/:id'],
  ...['/management', '/management/:tab', '/management/:tab/:section'],
  ...['geopoints', 'updates', 'notices', 'work-days', 'users'].flatMap((name) => [`/${name}/:verb`, `/${name}/:verb/:id`]),
]

export const APP_PATH_PATTERN = `^(${APP_PATHS.map((path) => path.replaceAll(/:\w+/g, '[^/]+')).join('|')})/?$`

/** nginx caches a copy of each of these public screens. All other screens share the frame at `/shell.html`. */
export const NAMED_FRAMES = ['/map', '/report', '/offline', '/alerts', '/subscribe', '/login', '/register'] as const
export type NamedFrame = (typeof NAMED_FRAMES)[number]

export const isNamedFrame = (path: string): path is NamedFrame => (NAMED_FRAMES as readonly string[]).includes(path)

const pattern = new RegExp(APP_PATH_PATTERN)

export const isAppPath = (path: string): boolean => pattern.test(path)

export const appPathExamples = (): string[] => APP_PATHS.map((path) => path.replaceAll(/:(\w+)/g, '$1'))
