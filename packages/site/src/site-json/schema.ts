import { type DueHours, GRID_NAMES, REGISTRATION_MODES } from '@trailwarden/domain'
import * as z from 'zod/mini'

const Slug = z.string().check(z.regex(/^[a-z0-9-]+$/))
const Text = z.string().check(z.minLength(1))
const Link = z.object({ title: Text, url: z.string().check(z.regex(/^(https:\/\/|mailto:|tel:)/)) })
const Zoom = z.int().check(z.minimum(0), z.maximum(22))

/** Missing if everyone may use the feature. */
const Role = z.int().check(z.minimum(0), z.maximum(4))

export const REPORT_CONTACT_DAYS = 90

/** West is always less than east, because none of our networks crosses the date line. */
export const Bounds = z.object({
  west: z.number().check(z.minimum(-180), z.maximum(180)),
  south: z.number().check(z.minimum(-85), z.maximum(85)),
  east: z.number().check(z.minimum(-180), z.maximum(180)),
  north: z.number().check(z.minimum(-85), z.maximum(85)),
})
export type Bounds = z.infer<typeof Bounds>

/** People create the records of the first three sources. The others are built from the site's files. */
export const LayerSource = z.enum([
  'my-actions',
  'actions',
  'actions-resolved',
  'trails',
  'emergency-markers',
  'places',
  'hazards',
  'access-points',
  'landing-zones',
  'access-routes',
])
export type LayerSource = z.infer<typeof LayerSource>

const Network = z.object({
  id: Slug,
  name: Text,
  /** The network's name in data of the previous app, used only by the import. */
  importName: Text,
  /** A coordinate outside this area is an error in the data, and never reaches a device. */
  bounds: Bounds,
})
export type Network = z.infer<typeof Network>

/** `base-map-check.ts` checks the rules between fields when a site is checked. Devices only receive data that has passed this check. */
const BaseMap = z.object({
  id: Slug,
  title: Text,
  /** A provider's template or a path of our own server. `tile-address.ts` describes the placeholders. */
  url: Text,
  /** Without tiles for the dark theme, the app dims the tiles of `url`. */
  darkUrl: z.optional(Text),
  /** The PMTiles or MBTiles file under `base-maps` whose tiles `url` serves. */
  file: z.optional(Text),
  subdomains: z.optional(z.array(Slug)),
  /** In pixels, 256 by default. */
  tileSize: z.optional(z.number()),
  /** Shown wherever this base map has no tiles. For another provider's map, the default is the first of our own. */
  fallback: z.optional(Slug),
  attribution: Text,
  minZoom: Zoom,
  maxZoom: Zoom,
  bounds: z.optional(Bounds),
  /** False if the tiles contain no place names. The app then draws the names in `place-names.json`, and may draw the tiles smaller. */
  hasNames: z.optional(z.boolean()),
  /** True for aerial or satellite imagery, which is dark in both themes. */
  isPhoto: z.optional(z.boolean()),
  /** False if the provider's terms forbid storing tiles. The map then can't be downloaded. */
  offlineAllowed: z.boolean(),
  role: z.optional(Role),
})
export type BaseMap = z.infer<typeof BaseMap>

const DataLayer = z.object({
  id: Slug,
  title: Text,
  sources: z.array(LayerSource).check(z.minLength(1)),
  shown: z.boolean(),
  role: z.optional(Role),
})
export type DataLayer = z.infer<typeof DataLayer>

const OfflineMap = z.object({
  slug: Slug,
  title: Text,
  /** Don't round the bounds. The tiles, and the number of tiles shown to users, depend on the exact values. */
  bounds: Bounds,
  minZoom: Zoom,
  maxZoom: Zoom,
  role: z.optional(Role),
})
export type OfflineMap = z.infer<typeof OfflineMap>

const Contact = z.object({
  title: Text,
  note: z.optional(Text),
  email: z.optional(z.email()),
  phone: z.optional(z.string().check(z.regex(/^\+?[0-9 ]{3,20}$/))),
  url: z.optional(z.url()),
})

/** `price` is the payment provider's price id, and `features` is markdown. */
const Plan = z.object({ price: Text, headline: Text, prices: z.array(Text).check(z.minLength(1)), features: Text })
export type Plan = z.infer<typeof Plan>

/** A subscription gives a member the role `role` until it ends. */
const Billing = z.object({
  role: z.int().check(z.minimum(2), z.maximum(4)),
  plans: z.array(Plan).check(z.minLength(1)),
})
export type Billing = z.infer<typeof Billing>

/** Percentages of the home picture: the centre of a network's badge, or the end of its leader line at the trails. */
const Spot = z.tuple([z.number(), z.number()])
const HomeBadge = z.object({ network: Slug, at: Spot, leader: Spot })
export type HomeBadge = z.infer<typeof HomeBadge>

/** Trail lines on the picture use the same units. */
export const HOME_PICTURE = { width: 960, height: 560 }

export type HomeTrail = {
  id: string
  name: string
  area: string | null
  grade: 'green' | 'blue' | 'black' | 'link' | null
  /** Each line as x, y, x, y … */
  lines: number[][]
  /** Positions of posts along the first line, as fractions of its length. */
  posts: Record<string, number>
}

/**
 * Everything that differs between sites is defined here, not in code. `sound-site.ts` checks the rules between settings when a site is
 * checked. Devices only receive data that has passed this check.
 */
export const Site = z.object({
  id: Slug,
  label: Text,
  subtitle: z.string(),
  /** True if the geometry is invented. Every screen with the geometry then displays "Sample data – not for navigation". */
  sample: z.boolean(),
  timeZone: Text,
  /** The state or county, which callers give to the emergency operator together with a town. */
  region: z.optional(Text),
  networks: z.array(Network).check(z.minLength(1)),
  /** The status of the network applies to the area's trails. */
  areas: z.array(z.object({ name: Text, networkId: Slug })).check(z.minLength(1)),
  roleTitles: z.array(z.string()).check(z.minLength(5)),
  emergencyNumber: z.string().check(z.regex(/^[0-9]{2,6}$/)),
  /**
   * The map grid that local rescuers use. By default, no grid reference is shown, because a reference from the wrong grid would be worse
   * than none.
   */
  grid: z._default(z.enum(GRID_NAMES), 'none'),
  statusAgeLimitHours: z.number().check(z.positive()),
  socialLinks: z.array(Link),
  contacts: z.array(Contact),
  supportEmail: z.email(),
  accountRequestEmail: z.email(),
  defaultView: z.object({ lat: z.number(), lng: z.number(), zoom: Zoom, minZoom: Zoom, maxZoom: Zoom }),
  baseMaps: z.array(BaseMap).check(z.minLength(1)),
  /**
   * Made by `npm run home-picture`. The file `trails` contains the trail lines (`HomeTrail`), drawn over the picture in the colour of their
   * status. A site without its own tiles has no picture.
   */
  homePictures: z.optional(
    z.object({
      light: z.optional(z.string()),
      dark: z.optional(z.string()),
      trails: z.optional(z.string()),
      attribution: z.string(),
      badges: z._default(z.array(HomeBadge), []),
    }),
  ),
  dataLayers: z.array(DataLayer),
  offlineMaps: z.array(OfflineMap),
  /** `id` is the name of the property with the carrier's reading in the survey's files. */
  carriers: z.array(z.object({ id: Slug, title: Text })),
  /** Readings measure attenuation, so higher is worse: good up to `goodUpTo`, no connection from `noneFrom`, poor in between. */
  signalBands: z.object({ goodUpTo: z.number(), noneFrom: z.number() }),
  speeds: z.object({ walkKmh: z.array(z.number().check(z.positive())), rideKmh: z.array(z.number().check(z.positive())) }),
  /** Whether members may edit every unresolved Action or only their own. */
  memberEdits: z._default(z.enum(['any', 'own']), 'any'),
  /** Days from closing a report until its contact address is deleted. The default is REPORT_CONTACT_DAYS. */
  reportContactDays: z.optional(z.int().check(z.gte(1), z.lte(730))),
  /** In hours. There is no limit if a value is missing. `sound-site.ts` checks the values, so that home doesn't load their schema. */
  dueHours: z.optional(z.custom<DueHours>()),
  reportDueHours: z.optional(z.custom<number>()),
  /** The local hour of the email to managers about overdue Actions and reports that need review. Without an hour, managers get no email. */
  digestHour: z.optional(z.custom<number>()),
  /** The local hours in which devices may be notified of reopenings. */
  reopeningHours: z.optional(z.custom<{ from: number; to: number }>()),
  /**
   * True if an update that opens anything needs a second manager's approval. Optional without a default, because a default would make the
   * site data in every page larger.
   */
  statusNeedsSecondYes: z.optional(z.boolean()),
  signIn: z._default(
    z.object({
      /** Until people with this role or above add a passkey, they have only a member's rights. Null if no role requires a passkey. */
      passkeyFromRole: z._default(z.nullable(Role), null),
      /** Optional without a default, because every page contains the site and most sites use open registration. */
      registration: z.optional(z.enum(REGISTRATION_MODES)),
      /** Not in the file. A server with single sign-on adds the label of the button (OIDC_NAME). */
      singleSignOn: z.optional(Text),
    }),
    { passkeyFromRole: null },
  ),
  /** Missing if this site sells no subscriptions. Status, maps, emergency help and reporting are free on every plan (docs/billing.md). */
  billing: z.optional(Billing),
})
export type Site = z.infer<typeof Site>

export const reopeningHoursOf = ({ reopeningHours = { from: 7, to: 21 } }: Pick<Site, 'reopeningHours'>) => reopeningHours
