/** Reports that anyone can send without an account. Reports are separate from Actions until a manager accepts them (RULES.md, RP). */
import * as z from 'zod/mini'
import { type Action, DESCRIPTION_MAX_LENGTH } from '../action/action-kind.ts'
import { Rating } from '../action/rating.ts'
import { Position } from '../geo/position.ts'
import { ActionCategory } from '../hazard/action-category.ts'
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

const mergedAnswer = (photos: number) =>
  photos === 0
    ? 'Someone else had already reported this. Thank you for telling us too.'
    : `Someone else had already reported this. We’ve added your photo${photos > 1 ? 's' : ''}.`

const ADDED_ANSWER = 'Thank you. We’ve added your information.'
const REOPENED_ANSWER = 'Thank you. We’ve reopened this report.'
const acceptedAnswer = (number: string) => `Thank you. We’re dealing with it as ${number}.`

/** Only the server looks up the Action and the report, because a device may not have them. */
export type ReportContext = {
  seen?: Pick<Action, 'id' | 'category' | 'area' | 'trail'> | null
  /** The report to add to, which the server finds by its link. */
  adds?: { id: string; category: ActionCategory; area: string; trail: string | null; place: Position | null } | null
}

/** RP14: true if the report contains nothing that a manager must review before it is counted. */
const hasNothingMore = ({ words, canHurt, photos }: { words: string; canHurt: boolean; photos: readonly unknown[] }) =>
  words === '' && !canHurt && photos.length === 0

/** Only the server reads these fields, because no role is high enough. */
const SERVER_ALONE = { role: ADMINISTRATOR + 1 }

export const reportKind = recordKind({
  name: 'report',
  editableFields: {
    category: { schema: ActionCategory, blank: 'Something else', label: 'Category' },
    words: { schema: text(REPORT_WORDS_MAX_LENGTH), blank: '', label: 'Description', empty: 'No description' },
    /** The device determines area and trail. If it can't, the area is empty and the trail null. */
    area: { schema: text(200), blank: '', label: 'Area', empty: 'Unknown area' },
    trail: { schema: z.nullable(text(200)), blank: null, label: 'Trail', empty: 'Not on a trail' },
    place: { schema: z.nullable(Position), blank: null, label: 'Location', empty: 'No location' },
    canHurt: { schema: z.boolean(), blank: false, label: 'Someone could get hurt' },
    /** Set in an addition if the problem still exists although it was marked as fixed. */
    isNotFixed: { schema: z.boolean(), blank: false, label: 'Not fixed' },
  },
  serverFields: {
    ...ID,
    /** Reports and Actions share a sequence of numbers. An Action created from a report gets the report's number. */
    number: { schema: z.string(), blank: '', server: true, label: 'Number' },
    status: { schema: ReportStatus, blank: 'Received' },
    /** Not in `editableFields`, because the history tracks those fields permanently and must not contain an address that will be deleted. */
    contact: { schema: z.nullable(z.string()), blank: null, readers: { role: MANAGER, orIn: 'createdBy' } },
    /** SHA-256 of the code in the report's link, in hexadecimal. Only the reporter has the code. */
    followHash: { schema: z.nullable(z.string()), blank: null, readers: SERVER_ALONE },
    actionId: { schema: z.nullable(z.uuid()), blank: null },
    addsTo: { schema: z.nullable(z.uuid()), blank: null, server: true },
    reason: { schema: z.nullable(DeclineReason), blank: null },
    /** The team's answer, which the reporter sees. */
    answer: { schema: z.string(), blank: '' },
    checkedAt: { schema: z.nullable(z.iso.datetime()), blank: null, server: true },
    /** The manager who decided. Null if the server decided automatically (RP14). */
    checkedBy: { schema: z.nullable(z.uuid()), blank: null, readers: { role: MANAGER } },
    ...PHOTOS,
    ...VERSION,
    ...RECORDED,
    ...CREATED,
  },
  operations: {
    contact: { schema: z.email().check(z.maxLength(254)), label: 'Contact' },
    follow: { schema: z.string().check(z.regex(/^[0-9a-f]{64}$/)) },
    work: { schema: z.string().check(z.maxLength(20)) },
    /** The Action ID of a public hazard that the reporter has also seen. */
    sees: { schema: z.uuid() },
    /** SHA-256 of the code in the link of the report to add to. Anyone with the link may add to it, and only they have the code. */
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
    /** `reopens` is only for additions and reopens a resolved Action. */
    merge: { schema: z.strictObject({ actionId: z.uuid(), reopens: z.optional(z.literal(true)) }), role: MANAGER },
    decline: { schema: z.strictObject({ reason: DeclineReason, answer: text(REPORT_ANSWER_MAX_LENGTH) }), role: MANAGER },
  },
  derive(next, before, { patch, at, author }, { seen, adds }: ReportContext) {
    const { accept, decline, merge } = patch
    const photos = withPhotos(next.photos, patch)
    const isSeenToo = !before && !patch.ofLink && seen && hasNothingMore({ ...next, photos })
    const addedAnswer = merge?.reopens ? REOPENED_ANSWER : ADDED_ANSWER
    return {
      photos,
      ...(!before && adds && { addsTo: adds.id, category: adds.category, area: adds.area, trail: adds.trail, place: adds.place }),
      // Category and location come from the Action, so that no email contains unchecked text from a stranger.
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
      ...((accept || merge || decline) && { checkedBy: author.id }),
      ...(decline && { status: 'Declined' as const, reason: decline.reason, answer: decline.answer, checkedAt: at }),
    }
  },
})

export type Report = RecordOf<typeof reportKind>
export type ReportPatch = PatchOf<typeof reportKind>

export type ReportDecision = 'To check' | 'Accepted' | 'Merged' | 'Declined'

/** Accepted means that the report became a new Action, and merged means that it was added to an existing one. */
export function decisionOf({ status, answer, number }: Pick<Report, 'status' | 'answer' | 'number'>): ReportDecision {
  if (status === 'Received') return 'To check'
  if (status === 'Declined') return 'Declined'
  return answer === '' || answer === acceptedAnswer(number) ? 'Accepted' : 'Merged'
}
