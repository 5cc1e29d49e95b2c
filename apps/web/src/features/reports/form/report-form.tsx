import { styled } from '@mui/material/styles'
import type { PublicHazard } from '@trailwarden/domain/hazard/public-hazard'
import { REPORT_PHOTOS_MAX, REPORT_WORDS_MAX_LENGTH } from '@trailwarden/domain/report/report-kind'
import { REPORT_CONTACT_DAYS } from '@trailwarden/site'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { OpenDraft } from '#data/drafts/use-draft.ts'
import { usePageData } from '#data/page-data.ts'
import { findWork, saveReport, useReporterDraft } from '#data/reports/reporter.ts'
import { hasPageBefore } from '#lib/go-back.ts'
import { CATEGORIES } from '#parts/action/problem-categories.tsx'
import { DraftNotice, useFormDraft } from '#parts/form/form-draft.tsx'
import { symbolOfAction } from '#parts/map/action-symbol.ts'
import { usePhotoAndPlace, useTakenPhotos } from '#parts/photo/photo-and-place-field.tsx'
import { trailOf } from '#parts/place/place-filled-in.ts'
import { placeOf } from '#parts/place/place-in-address.ts'
import { useHasSignal } from '#platform/signal.ts'
import { Muted } from '#ui/card.tsx'
import { toast } from '#ui/feedback/toasts.ts'
import { ChoiceField } from '#ui/form/choice-field.tsx'
import { EditForm, useEditForm } from '#ui/form/edit-form.tsx'
import { TextAreaField, TextField } from '#ui/form/field.tsx'
import { Tick } from '#ui/form/tick.tsx'
import { iconMobileCheck, iconSendFill } from '#ui/icons/screen-icons.ts'
import { DESKTOP } from '#ui/theme/theme.ts'
import { OwnReports } from './own-reports.tsx'
import { draftOf, hasContent, ReportValues, START } from './report-values.ts'
import { SeenToo } from './seen-too.tsx'

const Page = styled('div')({
  display: 'grid',
  gap: 16,
  padding: 12,
  '& form': { gap: 16 },
  [DESKTOP]: { maxWidth: 720, margin: '0 auto', padding: 24 },
})

/** The height prevents the footer from jumping when the draft has been read. */
const Reading = styled('div')({ minHeight: '100dvh' })

const CallLink = styled('a')({ color: 'inherit', fontWeight: 700 })

const DRAFT = 'report'

export function ReportForm() {
  const draft = useReporterDraft(DRAFT)
  return draft.saved === undefined ? <Reading /> : <Form draft={draft} />
}

function Form({ draft }: { draft: OpenDraft }) {
  const navigate = useNavigate()
  const isOnline = useHasSignal()
  const { site } = usePageData()
  const [search] = useSearchParams()
  const [saved] = useState(() => draftOf(draft.saved))
  const [at] = useState(() => placeOf(search.get('at')) ?? saved?.place ?? null)
  const [on] = useState(() => trailOf(search, site.areas))
  const [report] = useState(() => {
    const id = crypto.randomUUID()
    return { id, work: findWork(id) }
  })
  const photos = useTakenPhotos(draft)
  const edit = useEditForm<ReportValues>({
    schema: ReportValues,
    values: START,
    leaving: 'free',
    staysReady: true,
    async save({ contact, sees, photos: chosen, ...values }) {
      try {
        const patch = {
          ...values,
          ...(sees && { sees }),
          ...(contact && { contact }),
          ...(chosen.length > 0 && { addPhotos: chosen }),
          work: await report.work,
        }
        await saveReport(report.id, patch, { photos: photos.taken, draft: DRAFT })
        return { ok: true, next: () => navigate(`/report?sent=${report.id}`, { replace: true }) }
      } catch (error) {
        form.setValue('sees', null)
        toast('error', `Couldn’t save your report: ${error instanceof Error ? error.message : String(error)}`)
        return { ok: false }
      }
    },
  })
  const { form } = edit
  const [isRestored, discard] = useFormDraft(form, draft, {
    // Photos that aren't stored with the draft are lost. The location is set separately below.
    saved: saved && ({ ...saved, photos: saved.photos.filter(({ id }) => photos.taken[id]), place: null } as ReportValues),
    keep: (values) => (hasContent(values) ? values : null),
    startAgain: () => ({ ...START, ...pickPlace(form.getValues()) }) as unknown as ReportValues,
  })
  const symbol = symbolOfAction({ rating: 'Unrated', status: 'Unresolved' })
  const photoAndPlace = usePhotoAndPlace(form, { isNew: true, at, on, photos, most: REPORT_PHOTOS_MAX, symbol })
  const [place, canHurt, category] = form.watch(['place', 'canHurt', 'category'])
  /** Other entries in the form are sent with the confirmation. */
  const seeToo = async (hazard: PublicHazard, element: HTMLFormElement | null) => {
    form.setValue('category', hazard.category ?? category ?? 'Something else', { shouldDirty: true })
    if (!(await form.trigger())) return
    form.setValue('sees', hazard.id)
    element?.requestSubmit()
  }
  const days = site.reportContactDays ?? REPORT_CONTACT_DAYS
  return (
    <Page>
      <EditForm
        form={edit}
        send={isOnline ? 'Send report' : 'Save report'}
        icon={isOnline ? iconSendFill : iconMobileCheck}
        bar={{ note: !category && 'Choose what’s wrong to send', cancel: () => void (hasPageBefore() ? navigate(-1) : navigate('/')) }}
      >
        {isRestored && (
          <DraftNotice
            onForget={() => {
              photos.clear()
              discard()
            }}
          />
        )}
        {photoAndPlace.field}
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
          help={`Only the trail team sees it. They only use it to ask about this report. We delete it ${days} days after the report is closed.`}
        />
        <Muted>Please don’t photograph people or number plates. If someone rides dangerously, tell us under “Something else”.</Muted>
      </EditForm>
      <OwnReports />
    </Page>
  )
}

const pickPlace = ({ area, trail, place }: ReportValues) => ({ area, trail, place })
