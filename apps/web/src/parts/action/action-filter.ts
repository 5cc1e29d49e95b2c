/**
 * Filters of the Action lists. They are in the URL, so that a link shows everyone the same list. Links to a filtered list are created with
 * `actionsPath`. These parameters apply to `/actions/outstanding`, `/actions/all` and `/actions/mine`:
 *
 * | Parameter | Values |
 * |---|---|
 * | `status` | `Open` (assigned to nobody), `Assigned`, `Waiting`, `Resolved` |
 * | `rating` | `Extreme`, `High`, `Medium`, `Low`, `Unrated` |
 * | `trail` | the name of a trail |
 * | `network` | the id of a network |
 * | `assigned` | `nobody`, `me`, or the id of a person |
 * | `age` | in days: `30d` at least that old, `0d-7d` at least the first and less than the second |
 * | `source` | `public` (a report without an account), `member` |
 * | `due` | `overdue`: its time to be resolved has passed (`dueHours` of the site) |
 *
 * A parameter may be repeated (`rating=High&rating=Extreme`), and all except `trail` accept several values separated by commas
 * (`rating=High,Extreme`). An Action must match one value of every parameter. `open` is the id of the Action that is open beside the
 * list, `text` is what people search for, `order` is a column (`-createdAt` is descending), and `view=board` shows the list as a board.
 */
import { type Action, type DueHours, isOverdue, isWaitingAction, Rating } from '@trailwarden/domain'

export const ActionState = ['Open', 'Assigned', 'Waiting', 'Resolved'] as const
export type ActionState = (typeof ActionState)[number]

export function stateOf(action: Pick<Action, 'status' | 'assignedTo' | 'waitingFor'>): ActionState {
  if (action.status === 'Resolved') return 'Resolved'
  if (isWaitingAction(action)) return 'Waiting'
  return action.assignedTo ? 'Assigned' : 'Open'
}

const FILTERS = ['status', 'rating', 'trail', 'network', 'assigned', 'age', 'source', 'due'] as const
export type FilterName = (typeof FILTERS)[number]
export type ActionFilter = Readonly<Partial<Record<FilterName, readonly string[]>>>

const AGE = /^(\d{1,5})d(?:-(\d{1,5})d)?$/

/** Invalid values are ignored, so that a link with a typo still shows a list. */
const isKnown: Partial<Record<FilterName, (value: string) => boolean>> = {
  status: (value) => ActionState.some((state) => state === value),
  rating: (value) => Rating.options.some((rating) => rating === value),
  age: (value) => AGE.test(value),
  source: (value) => value === 'public' || value === 'member',
  due: (value) => value === 'overdue',
}

export function filterOf(search: URLSearchParams): ActionFilter {
  const read = (name: FilterName) => {
    const given = search.getAll(name).flatMap((text) => (name === 'trail' ? text : text.split(',')))
    return [...new Set(given)].filter((value) => value && (isKnown[name]?.(value) ?? true))
  }
  return Object.fromEntries(FILTERS.map((name) => [name, read(name)] as const).filter(([, values]) => values.length > 0))
}

export function queryOf(filter: ActionFilter): string {
  const one = (name: FilterName, text: string) => `${name}=${encodeURIComponent(text).replaceAll('%2C', ',')}`
  return FILTERS.flatMap((name) => {
    const values = filter[name] ?? []
    if (values.length === 0) return []
    return name === 'trail' ? values.map((value) => `trail=${encodeURIComponent(value)}`) : one(name, values.join())
  }).join('&')
}

export const actionsPath = (tab: 'outstanding' | 'all' | 'mine', filter: ActionFilter) =>
  `/actions/${tab}?${queryOf(filter)}`.replace(/\?$/, '')

const DAY_MS = 86_400_000

export type FilterContext = {
  me: string
  now: Date
  networkOf: (area: string) => string | undefined
  isPublic: (id: string) => boolean
  dueHours: DueHours | undefined
}

type Filtered = Pick<Action, 'id' | 'status' | 'rating' | 'trail' | 'area' | 'assignedTo' | 'waitingFor' | 'createdAt' | 'recordedAt'>

function isOfAge(createdAt: string, range: string, now: Date): boolean {
  const [, from, to] = AGE.exec(range) ?? []
  const days = (now.getTime() - Date.parse(createdAt)) / DAY_MS
  return days >= Number(from) && (to === undefined || days < Number(to))
}

const FITS: Record<FilterName, (action: Filtered, value: string, context: FilterContext) => boolean> = {
  status: (action, value) => stateOf(action) === value,
  rating: ({ rating }, value) => rating === value,
  trail: ({ trail }, value) => trail === value,
  network: ({ area }, value, { networkOf }) => networkOf(area) === value,
  assigned: ({ assignedTo }, value, { me }) => (value === 'nobody' ? assignedTo === null : assignedTo === (value === 'me' ? me : value)),
  age: ({ createdAt }, value, { now }) => isOfAge(createdAt, value, now),
  source: ({ id }, value, { isPublic }) => isPublic(id) === (value === 'public'),
  due: (action, _, { dueHours, now }) => isOverdue(action, dueHours, now),
}

export const fitsFilter = (filter: ActionFilter, action: Filtered, context: FilterContext): boolean =>
  FILTERS.every((name) => !filter[name] || filter[name].some((value) => FITS[name](action, value, context)))

export const URGENT: ActionFilter = { rating: ['High', 'Extreme'], assigned: ['nobody'] }
export const isUrgent = ({ rating, assignedTo }: Pick<Action, 'rating' | 'assignedTo'>) =>
  assignedTo === null && (rating === 'High' || rating === 'Extreme')
