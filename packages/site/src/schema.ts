import { type DueHours, GRID_NAMES, REGISTRATION_MODES } from '@trailwarden/domain'
import * as z from 'zod/mini'

const Slug = z.string().check(z.regex(/^[a-z0-9-]+$/))
const Text = z.string().check(z.minLength(1))
const Link = z.object({ title: Text, url: z.string().check(z.regex(/^(https:\/\/|mailto:|tel:)/)) })
const Zoom = z.int().check(z.minimum(0), z.maximum(22))

/** The lowest role that is offered the thing; without one it is for everybody. */
const Role = z.int().check(z.minimum(0), z.maximum(4))

/** What a site says nothing of (`reportContactDays`). */
export const REPORT_CONTACT_DAYS = 90

/** Degrees. West is always less than east: no network of ours lies across the date line. */
export const Bounds = z.object({
  west: z.number().check(z.minimum(-180), z.maximum(180)),
  south: z.number().check(z.minimum(-85), z.maximum(85)),
  east: z.number().check(z.minimum(-180), z.maximum(180)),
  north: z.number().check(z.minimum(-85), z.maximum(85)),
})
export type Bounds = z.infer<typeof Bounds>

/** Where a data layer's things come from. The first three are records people make; the others are built from the site's files. */
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
  /** What data of the old app calls it; used at the import border only. */
  importName: Text,
  /** Where its records may lie. A coordinate outside is an issue of the data and never reaches a phone. */
  bounds: Bounds,
})
export type Network = z.infer<typeof Network>

/** What else must hold of a base map is looked at where sites are checked (`base-map-check.ts`): phones get only what has passed. */
const BaseMap = z.object({
  id: Slug,
  title: Text,
  /** A provider's template, or a path of our own server: `tile-address.ts` says what may stand in it. */
  url: Text,
  /** The same map for the dark theme. Without it the tiles of `url` are dimmed. */
  darkUrl: z.optional(Text),
  /** The PMTiles or MBTiles file under `base-maps` whose tiles `url` answers with. */
  file: z.optional(Text),
  /** What `{s}` stands for. */
  subdomains: z.optional(z.array(Slug)),
  /** Pixels of a tile's side: 256 unless 512 is said. */
  tileSize: z.optional(z.number()),
  /** The base map that lies below and is seen wherever this one gives nothing. Not said: below a foreign one the first of our own. */
  fallback: z.optional(Slug),
  attribution: Text,
  minZoom: Zoom,
  maxZoom: Zoom,
  bounds: z.optional(Bounds),
  /** False when its tiles have no names in them: the app draws those of `place-names.json`, and tiles may be drawn smaller. */
  hasNames: z.optional(z.boolean()),
  /** True for pictures from above, which are dark in either theme. */
  isPhoto: z.optional(z.boolean()),
  /** False when the provider's terms forbid keeping tiles: then no download is offered. */
  offlineAllowed: z.boolean(),
  role: z.optional(Role),
})
export type BaseMap = z.infer<typeof BaseMap>

const DataLayer = z.object({
  id: Slug,
  title: Text,
  sources: z.array(LayerSource).check(z.minLength(1)),
  /** Shown until the person says otherwise. */
  shown: z.boolean(),
  role: z.optional(Role),
})
export type DataLayer = z.infer<typeof DataLayer>

const OfflineMap = z.object({
  slug: Slug,
  title: Text,
  /** Not to be rounded: the tile cover, and so the count a person is told, follows from the exact numbers. */
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

/** What can be subscribed to, by the payment provider's id of its price. `features` is markdown. */
const Plan = z.object({ price: Text, headline: Text, prices: z.array(Text).check(z.minLength(1)), features: Text })
export type Plan = z.infer<typeof Plan>

/** A subscription raises a member to `role`, and its end takes it back. */
const Billing = z.object({
  role: z.int().check(z.minimum(2), z.maximum(4)),
  plans: z.array(Plan).check(z.minLength(1)),
})
export type Billing = z.infer<typeof Billing>

/** In hundredths of home's picture: the middle of a network's badge, and where its leader meets the trails. */
const Spot = z.tuple([z.number(), z.number()])
const HomeBadge = z.object({ network: Slug, at: Spot, leader: Spot })
export type HomeBadge = z.infer<typeof HomeBadge>

/**
 * The particulars of one trail network. Everything that differs from network to network stands here, nothing of it in code. What must
 * hold between its parts is looked at where sites are checked (`sound-site.ts`): phones get only what has passed.
 */
export const Site = z.object({
  id: Slug,
  label: Text,
  subtitle: z.string(),
  /** True while the geometry is invented: every screen that shows it then says "Sample data – not for navigation". */
  sample: z.boolean(),
  timeZone: Text,
  networks: z.array(Network).check(z.minLength(1)),
  /** The words that trails, markers and actions use for where they are, each with the network whose status covers it. */
  areas: z.array(z.object({ name: Text, networkId: Slug })).check(z.minLength(1)),
  roleTitles: z.array(z.string()).check(z.minLength(5)),
  emergencyNumber: z.string().check(z.regex(/^[0-9]{2,6}$/)),
  /** The grid on the maps of the rescuers here. Not said: none is shown, rather than a wrong one. */
  grid: z._default(z.enum(GRID_NAMES), 'none'),
  statusAgeLimitHours: z.number().check(z.positive()),
  socialLinks: z.array(Link),
  contacts: z.array(Contact),
  supportEmail: z.email(),
  accountRequestEmail: z.email(),
  defaultView: z.object({ lat: z.number(), lng: z.number(), zoom: Zoom, minZoom: Zoom, maxZoom: Zoom }),
  baseMaps: z.array(BaseMap).check(z.minLength(1)),
  /** The network from afar, for home; made by `npm run home-picture`. */
  homePictures: z.optional(
    z.object({ light: z.string(), dark: z.string(), attribution: z.string(), badges: z._default(z.array(HomeBadge), []) }),
  ),
  dataLayers: z.array(DataLayer),
  offlineMaps: z.array(OfflineMap),
  /** `id` is the property that holds the carrier's reading in the survey's files. */
  carriers: z.array(z.object({ id: Slug, title: Text })),
  /** Readings are attenuation (the higher the worse): up to `goodUpTo` good, from `noneFrom` no connection, between them poor. */
  signalBands: z.object({ goodUpTo: z.number(), noneFrom: z.number() }),
  speeds: z.object({ walkKmh: z.array(z.number().check(z.positive())), rideKmh: z.array(z.number().check(z.positive())) }),
  /** Whether members may edit every unresolved action or only those they made. */
  memberEdits: z._default(z.enum(['any', 'own']), 'any'),
  /** How many days after a report is closed its contact address is deleted; without it, REPORT_CONTACT_DAYS. */
  reportContactDays: z.optional(z.int().check(z.gte(1), z.lte(730))),
  /**
   * Hours within which an Action of each rating is to be resolved, and a report without an account to be looked at; not said: no limit.
   * What they may be is looked at where sites are checked (`sound-site.ts`): home carries no schema of them.
   */
  dueHours: z.optional(z.custom<DueHours>()),
  reportDueHours: z.optional(z.custom<number>()),
  /** At which hour of its day managers get an email of what is overdue or waits. Not said: they get none. */
  digestHour: z.optional(z.custom<number>()),
  /** Between which hours of its day phones are told that something opened again: `reopeningHoursOf`. */
  reopeningHours: z.optional(z.custom<{ from: number; to: number }>()),
  /** An update of trail status that opens anything is public once a second manager has confirmed it. Absent, not defaulted, like registration. */
  statusNeedsSecondYes: z.optional(z.boolean()),
  signIn: z._default(
    z.object({
      /** From which role on people need a passkey: until they have one they have a member's rights. Null: nobody needs one. */
      passkeyFromRole: z._default(z.nullable(Role), null),
      /** How people come by an account. Absent, not defaulted: every page carries the site, and most are open. */
      registration: z.optional(z.enum(REGISTRATION_MODES)),
      /** What the button of the council's own sign-in says. Not from the file: a server that has one set up adds it (OIDC_NAME). */
      singleSignOn: z.optional(Text),
    }),
    { passkeyFromRole: null },
  ),
  /** Absent: nothing is sold here. Status, maps, emergency help and reporting are free on every plan (docs/billing.md). */
  billing: z.optional(Billing),
})
export type Site = z.infer<typeof Site>

/** From one hour of the site's day to another: when a phone may ring because something opened again. */
export const reopeningHoursOf = ({ reopeningHours = { from: 7, to: 21 } }: Pick<Site, 'reopeningHours'>) => reopeningHours
