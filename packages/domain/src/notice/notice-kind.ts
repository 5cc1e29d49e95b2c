/** Notices from managers to everyone, such as a fire ban or a race day (RULES.md, NO). */
import * as z from 'zod/mini'
import { MANAGER } from '../person/person.ts'
import { CREATED, ID, type PatchOf, RECORDED, type RecordOf, recordKind, UPDATED, VERSION } from '../record-kind.ts'
import { text } from '../text.ts'
import { NoticeLevel } from './public-notice.ts'

export const NOTICE_TITLE_MAX_LENGTH = 40
export const NOTICE_TEXT_MAX_LENGTH = 140

export const noticeKind = recordKind({
  name: 'notice',
  editableFields: {
    title: { schema: text(NOTICE_TITLE_MAX_LENGTH).check(z.minLength(1, 'Required')), blank: '', role: MANAGER, label: 'Title' },
    text: { schema: text(NOTICE_TEXT_MAX_LENGTH), blank: '', role: MANAGER, label: 'Text', empty: 'No text' },
    level: { schema: NoticeLevel, blank: 'Caution', role: MANAGER, label: 'Level' },
    /** A point in time rather than a local time, so daylight saving doesn't move the end. */
    endsAt: { schema: z.iso.datetime('Required'), blank: '', role: MANAGER, label: 'Until' },
    /** An ended notice is hidden, whatever the device's clock shows. */
    isEnded: { schema: z.boolean(), blank: false, role: MANAGER, label: 'Ended' },
  },
  serverFields: { ...ID, ...VERSION, ...RECORDED, ...CREATED, ...UPDATED },
  operations: {},
})
export type Notice = RecordOf<typeof noticeKind>
export type NoticePatch = PatchOf<typeof noticeKind>
