import { styled } from '@mui/material/styles'
import { ActionCategory, Position } from '@trailwarden/domain'
import type { PublicHazard } from '@trailwarden/domain/hazard/public-hazard'
import { REPORT_PHOTOS_MAX, REPORT_WORDS_MAX_LENGTH } from '@trailwarden/domain/report/report-kind'
import { REPORT_CONTACT_DAYS } from '@trailwarden/site'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import type { Photos } from '#data/device.ts'
import { usePageData } from '#data/page-data.ts'
import { findWork, saveReport } from '#data/reporter.ts'
import { hasPageBefore } from '#lib/go-back.ts'
import { symbolOfAction } from '#parts/action-symbol.ts'
import { PhotoAndPlace } from '#parts/photo-and-place.tsx'
import { type PlaceForm, trailOf, usePlaceFilledIn } from '#parts/place-filled-in.ts'
import { placeOf } from '#parts/place-in-address.ts'
import { CATEGORIES } from '#parts/problem-categories.tsx'
import { useHasSignal } from '#platform/signal.ts'
import { Muted } from '#ui/card.tsx'
import { ChoiceField } from '#ui/choice-field.tsx'
import { EditForm, useEditForm } from '#ui/edit-form.tsx'
import { TextAreaField, TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { part } from '#ui/part.tsx'
import { iconMobileCheck, iconSendFill } from '#ui/screen-icons.ts'
import { DESKTOP } from '#ui/theme.ts'
import { Tick } from '#ui/tick.tsx'
import { toast } from '#ui/toasts.ts'
import { dropReportDraft, type ReportDraft, readReportDraft, writeReportDraft } from './report-draft.ts'
import { SeenToo } from './seen-too.tsx'

// With the engine of the map behind it.
const MovePin = part(() => import('#parts/move-pin.tsx').then((m) => m.MovePin))

const Page = styled('div')({
  padding: 12,
  '& form': { gap: 16 },
  [DESKTOP]: { maxWidth: 720, margin: '0 auto', padding: 24 },
})

const CallLink = styled('a')({ color: 'inherit', fontWeight: 700 })

const Values = z.object({
  category: ActionCategory,
  words: z.string().check(z.trim(), z.maxLength(REPORT_WORDS_MAX_LENGTH)),
  contact: z.union([z.literal(''), z.email('An email address, or nothing')]),
  canHurt: z.boolean(),
  area: z.string(),
  trail: z.nullable(z.string()),
  place: z.nullable(Position),
  /** The public hazard that they see too. */
  sees: z.nullable(z.string()),
})
type Values = z.infer<typeof Values>

const START = { words: '', contact: '', canHurt: false, area: '', trail: null, place: null, sees: null }

/** A problem on the trail, by anybody: a tile is all it needs. */
export function ReportForm() {
  const navigate = useNavigate()
  const isOnline = useHasSignal()
  const { site } = usePageData()
  const [search] = useSearchParams()
  const [draft] = useState(() => readReportDraft(Date.now()))
  const [at] = useState(() => placeOf(search.get('at')) ?? draft?.place ?? null)
  const [on] = useState(() => trailOf(search, site.areas))
  const [report] = useState(() => {
    const id = crypto.randomUUID()
    return { id, work: findWork(id) }
  })
  const [taken, setTaken] = useState<Photos>({})
  const [photos, setPhotos] = useState<{ id: string; note: string }[]>([])
  const [isMoving, setIsMoving] = useState(false)
  const edit = useEditForm<Values>({
    schema: Values,
    values: START,
    async save({ contact, sees, ...values }) {
      try {
        const patch = {
          ...values,
          ...(sees && { sees }),
          ...(contact && { contact }),
          ...(photos.length > 0 && { addPhotos: photos }),
          work: await report.work,
        }
        await saveReport(report.id, patch, taken)
        dropReportDraft()
        return { ok: true, next: () => navigate(`/report?sent=${report.id}`, { replace: true }) }
      } catch (error) {
        form.setValue('sees', null)
        toast('error', `Your report could not be kept: ${error instanceof Error ? error.message : String(error)}`)
        return { ok: false }
      }
    },
  })
  const { form } = edit
  useReportDraft(form, draft)
  const position = usePlaceFilledIn(form as unknown as PlaceForm, true, at, on)
  const [area, place, canHurt, category] = form.watch(['area', 'place', 'canHurt', 'category'])
  /** What else they entered goes with it. */
  const seeToo = async (hazard: PublicHazard, element: HTMLFormElement | null) => {
    form.setValue('category', hazard.category ?? category ?? 'Something else', { shouldDirty: true })
    if (!(await form.trigger())) return
    form.setValue('sees', hazard.id)
    element?.requestSubmit()
  }
  const symbol = symbolOfAction({ rating: 'Unrated', status: 'Unresolved' })
  const days = site.reportContactDays ?? REPORT_CONTACT_DAYS
  return (
    <Page>
      <EditForm
        form={edit}
        send={isOnline ? 'Send report' : 'Save report'}
        icon={isOnline ? iconSendFill : iconMobileCheck}
        bar={{ cancel: () => void (hasPageBefore() ? navigate(-1) : navigate('/')) }}
      >
        {draft && <Notice>This is what you had written and not sent. Photos have to be taken again.</Notice>}
        <PhotoAndPlace
          photos={{ photos, taken, stored: [], onChange: setPhotos }}
          most={REPORT_PHOTOS_MAX}
          onTaken={(more) => {
            setTaken({ ...taken, ...more })
            setPhotos([...photos, ...Object.keys(more).map((id) => ({ id, note: '' }))])
          }}
          place={place}
          area={area}
          symbol={symbol}
          trouble={position.trouble}
          onMovePin={() => setIsMoving(true)}
          onFindMe={position.askAgain}
        />
        {isMoving && (
          <MovePin
            place={place}
            symbol={symbol}
            onClose={() => setIsMoving(false)}
            onChosen={(moved) => {
              position.choose(moved)
              setIsMoving(false)
            }}
          />
        )}
        <SeenToo place={place} category={category ?? null} onSeen={(hazard, element) => void seeToo(hazard, element)} />
        <ChoiceField {...edit.field('category')} label="What’s wrong?" tiles options={CATEGORIES} />
        <Tick label="Someone could get hurt here" isOn={canHurt} onChange={(isOn) => form.setValue('canHurt', isOn, { shouldDirty: true })}>
          {canHurt && (
            <>
              If someone is hurt now, call <CallLink href={`tel:${site.emergencyNumber}`}>{site.emergencyNumber}</CallLink>.
            </>
          )}
        </Tick>
        <TextAreaField {...edit.field('words')} label="Anything else?" optional rows={2} maxLength={REPORT_WORDS_MAX_LENGTH} />
        <TextField
          {...edit.field('contact')}
          type="email"
          label="Your email"
          optional
          autoComplete="email"
          help={`Only the trail team sees it, to ask about this report. Deleted ${days} days after it’s closed.`}
        />
        <Muted>
          Please don’t photograph people or number plates. If someone rides dangerously, tell us in words under “Something else”.
        </Muted>
      </EditForm>
    </Page>
  )
}

/** Brings the draft back, and keeps what is typed. */
function useReportDraft(form: ReturnType<typeof useEditForm<Values>>['form'], draft: ReportDraft | null): void {
  useEffect(() => {
    const { category, words, contact, canHurt } = draft ?? {}
    for (const [name, value] of Object.entries({ category, words, contact, canHurt }))
      if (value) form.setValue(name as 'words', value as string, { shouldDirty: true, shouldValidate: true })
    return form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => isDirty && writeReportDraft(values, Date.now()),
    })
  }, [form, draft])
}
