/**
 * Reports: what anybody tells of the trails without an account. They stand apart from actions until a manager has accepted them
 * (RULES.md, RP). What may be done with one is in `report-rules.ts`.
 */
import * as z from 'zod/mini'
import { type Action, ActionCategory, DESCRIPTION_MAX_LENGTH, Position } from '../action/action-kind.ts'
import { Rating } from '../action/rating.ts'
import { ADMINISTRATOR, MANAGER } from '../person/person.ts'
import { PHOTO_OPERATIONS, PHOTOS, withPhotos } from '../photo/photos.ts'
import { CREATED, ID, type PatchOf, RECORDED, type RecordOf, recordKind, VERSION } from '../record-kind.ts'
import { text } from '../text.ts'

export const REPORT_WORDS_MAX_LENGTH = 500
export const REPORT_ANSWER_MAX_LENGTH = 500
export const REPORT_PHOTOS_MAX = 3

export const ReportStatus = z.enum(['Received', 'Accepted', 'Declined'])
export type ReportStatus = z.infer<typeof ReportStatus>

export const DeclineReason = z.enum(['Already fixed', 'Not on our trails', 'Not a hazard', 'Cannot find it', 'Not a genuine report'])
export type DeclineReason = z.infer<typeof DeclineReason>

/** What the reporter reads of a report that was merged into an action. */
const mergedAnswer = (photos: number) =>
  photos === 0
    ? 'Someone had reported this already. Thank you for telling us too.'
    : `Someone had reported this already. We have added your photo${photos > 1 ? 's' : ''}.`

/** What the reporter reads of what they added. */
const ADDED_ANSWER = 'Thank you. We have added it.'
const REOPENED_ANSWER = 'Thank you. We are dealing with it again.'
const acceptedAnswer = (number: string) => `Thank you. We are dealing with it as ${number}.`

/** What a new report speaks of. On a phone it is not known: the server decides. */
export type ReportContext = {
  /** The open, public action that it says it sees too. */
  seen?: Pick<Action, 'id' | 'category' | 'area' | 'trail'> | null
  /** The report that it adds to, by that one's link. */
  adds?: { id: string; category: ActionCategory; area: string; trail: string | null; place: Position | null } | null
}

/** RP14: nothing in it that somebody would have to look at first. */
const hasNothingMore = ({ words, canHurt, photos }: { words: string; canHurt: boolean; photos: readonly unknown[] }) =>
  words === '' && !canHurt && photos.length === 0

/** Nobody reads it but the server, which is no role at all. */
const SERVER_ALONE = { role: ADMINISTRATOR + 1 }

export const reportKind = recordKind({
  name: 'report',
  written: {
    category: { schema: ActionCategory, blank: 'Something else', label: 'Category' },
    words: { schema: text(REPORT_WORDS_MAX_LENGTH), blank: '', label: 'In their words', empty: 'No words' },
    /** An area and a trail of the site, by name, as the device worked them out; empty and null where it could not. */
    area: { schema: text(200), blank: '', label: 'Area', empty: 'Area not known' },
    trail: { schema: z.nullable(text(200)), blank: null, label: 'Trail', empty: 'Not on a trail' },
    place: { schema: z.nullable(Position), blank: null, label: 'Location', empty: 'No location' },
    canHurt: { schema: z.boolean(), blank: false, label: 'Someone could get hurt' },
    /** Of one that adds to another: the problem is still there, though it was fixed. */
    isNotFixed: { schema: z.boolean(), blank: false, label: 'Not fixed' },
  },
  given: {
    ...ID,
    /** From the same row of numbers as actions: the action that is made of it has the same one. */
    number: { schema: z.string(), blank: '', server: true, label: 'Number' },
    status: { schema: ReportStatus, blank: 'Received' },
    /** Not among the written fields: the history, which is for good, must not hold an address that is to be deleted. */
    contact: { schema: z.nullable(z.string()), blank: null, readers: { role: MANAGER, orIn: 'createdBy' } },
    /** SHA-256 of the code of its link, in hexadecimal digits. The code itself stays with the reporter. */
    followHash: { schema: z.nullable(z.string()), blank: null, readers: SERVER_ALONE },
    actionId: { schema: z.nullable(z.uuid()), blank: null },
    /** The report that its author adds words or photos to. */
    addsTo: { schema: z.nullable(z.uuid()), blank: null, server: true },
    reason: { schema: z.nullable(DeclineReason), blank: null },
    /** What the reporter reads. */
    answer: { schema: z.string(), blank: '' },
    checkedAt: { schema: z.nullable(z.iso.datetime()), blank: null, server: true },
    ...PHOTOS,
    ...VERSION,
    ...RECORDED,
    ...CREATED,
  },
  operations: {
    contact: { schema: z.email().check(z.maxLength(254)), label: 'Contact' },
    follow: { schema: z.string().check(z.regex(/^[0-9a-f]{64}$/)) },
    /** Proof of work (`report-work.ts`). */
    work: { schema: z.string().check(z.maxLength(20)) },
    /** A public hazard that its author sees too, by the action's id. */
    sees: { schema: z.uuid() },
    /** SHA-256 of the code of the link by which it adds to a report: who has the link may add, and the code stays with them. */
    ofLink: { schema: z.string().check(z.regex(/^[0-9a-f]{64}$/)) },
    ...PHOTO_OPERATIONS,
    accept: {
      schema: z.strictObject({
        actionId: z.uuid(),
        rating: Rating,
        description: text(DESCRIPTION_MAX_LENGTH).check(z.minLength(1, 'Required')),
        area: z.string(),
        trail: z.nullable(z.string()),
        isShownToRiders: z.optional(z.boolean()),
      }),
      role: MANAGER,
    },
    /** It speaks of what an action is already there for. `reopens`: of an addition, though that is resolved. */
    merge: { schema: z.strictObject({ actionId: z.uuid(), reopens: z.optional(z.literal(true)) }), role: MANAGER },
    decline: { schema: z.strictObject({ reason: DeclineReason, answer: text(REPORT_ANSWER_MAX_LENGTH) }), role: MANAGER },
  },
  consequences(next, before, { patch, at }, { seen, adds }: ReportContext) {
    const { accept, decline, merge } = patch
    const photos = withPhotos(next.photos, patch)
    const isSeenToo = !before && !patch.ofLink && seen && hasNothingMore({ ...next, photos })
    const addedAnswer = merge?.reopens ? REOPENED_ANSWER : ADDED_ANSWER
    return {
      photos,
      // What it is and where is that of the report it adds to.
      ...(!before && adds && { addsTo: adds.id, category: adds.category, area: adds.area, trail: adds.trail, place: adds.place }),
      // What it is and where is the action's: nothing that a stranger wrote goes into an email unseen.
      ...(isSeenToo && {
        category: seen.category ?? 'Something else',
        area: seen.area,
        trail: seen.trail,
        status: 'Accepted' as const,
        actionId: seen.id,
        answer: mergedAnswer(0),
        checkedAt: at,
      }),
      ...(!before && { contact: patch.contact ?? null, followHash: patch.follow ?? null }),
      ...(accept && {
        status: 'Accepted' as const,
        actionId: accept.actionId,
        ...(next.addsTo && { answer: acceptedAnswer(next.number) }),
        checkedAt: at,
      }),
      ...(merge && {
        status: 'Accepted' as const,
        actionId: merge.actionId,
        answer: next.addsTo ? addedAnswer : mergedAnswer(photos.length),
        checkedAt: at,
      }),
      ...(decline && { status: 'Declined' as const, reason: decline.reason, answer: decline.answer, checkedAt: at }),
    }
  },
})

export type Report = RecordOf<typeof reportKind>
export type ReportPatch = PatchOf<typeof reportKind>
