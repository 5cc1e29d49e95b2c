import type { PublicHazard } from '@trailwarden/domain/hazard/public-hazard'
import { REPORT_PHOTOS_MAX, REPORT_WORDS_MAX_LENGTH } from '@trailwarden/domain/report/report-kind'
import { REPORT_CONTACT_DAYS } from '@trailwarden/site'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { OpenDraft } from '#data/drafts/use-draft.ts'
import { usePageData } from '#data/page-data.ts'
import { findWork, saveReport, useReporterDraft } from '#data/reports/reporter.ts'
import { hasPageBefore } from '#lib/go-back.ts'
import { useFormDraft } from '#parts/form/form-draft.tsx'
import { symbolOfAction } from '#parts/map/action-symbol.ts'
import { useTakenPhotos } from '#parts/photo/taken-photos.ts'
import { trailOf } from '#parts/place/place-filled-in.ts'
import { placeOf } from '#parts/place/place-in-address.ts'
import { FoldCard } from '#parts/problem/fold-card.tsx'
import { ProblemForm } from '#parts/problem/problem-form.tsx'
import { useHasSignal } from '#platform/signal.ts'
import { Muted } from '#ui/card.tsx'
import { toast } from '#ui/feedback/toasts.ts'
import { useEditForm } from '#ui/form/edit-form.tsx'
import { TextAreaField, TextField } from '#ui/form/field.tsx'
import { iconEdit, iconMobileCheck, iconSendFill } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'
import { OwnReports } from './own-reports.tsx'
import { draftOf, hasContent, ReportValues, START } from './report-values.ts'
import { SeenToo } from './seen-too.tsx'

/** The height prevents the footer from jumping when the draft has been read. */
const Reading = styled('div')({ minHeight: '100dvh' })

const Small = styled(Muted)({ padding: '0 4px', '& a': { padding: '16px 0', color: colour('link') } })

const Own = styled('div')({ marginTop: 16 })

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
    saved: saved && restored(saved, photos.taken),
    keep: (values) => (hasContent(values) ? values : null),
    startAgain: () => ({ ...START, ...pickPlace(form.getValues()) }) as unknown as ReportValues,
  })
  const [place, category] = form.watch(['place', 'category'])
  const { words: wordsIssue, contact: contactIssue } = form.formState.errors
  /** Other entries in the form are sent with the confirmation. */
  const seeToo = async (hazard: PublicHazard, element: HTMLFormElement | null) => {
    form.setValue('category', hazard.category ?? category ?? 'Something else', { shouldDirty: true })
    form.setValue('sees', hazard.id)
    if (await form.trigger()) element?.requestSubmit()
    else form.setValue('sees', null)
  }
  const days = site.reportContactDays ?? REPORT_CONTACT_DAYS
  return (
    <ProblemForm
      edit={edit as never}
      isNew
      at={at}
      on={on}
      photos={photos}
      most={REPORT_PHOTOS_MAX}
      symbol={symbolOfAction({ rating: 'Unrated', status: 'Unresolved' })}
      onForgetDraft={
        isRestored
          ? () => {
              photos.clear()
              discard()
            }
          : undefined
      }
      send={isOnline ? 'Send report' : 'Save report'}
      icon={isOnline ? iconSendFill : iconMobileCheck}
      note={!category && 'First, choose what’s wrong'}
      cancel={() => void (hasPageBefore() ? navigate(-1) : navigate('/'))}
      emergencyNumber={site.emergencyNumber}
      known={<SeenToo place={place} category={category ?? null} onSeen={(hazard, element) => void seeToo(hazard, element)} />}
      after={
        <Own>
          <OwnReports />
        </Own>
      }
    >
      <FoldCard
        icon={iconEdit}
        title="Add details or your email"
        text="Optional"
        startsOpen={Boolean(saved?.words || saved?.contact)}
        hasIssue={Boolean(wordsIssue || contactIssue)}
      >
        <TextAreaField {...edit.field('words')} label="Anything else?" optional rows={2} maxLength={REPORT_WORDS_MAX_LENGTH} />
        <TextField
          {...edit.field('contact')}
          type="email"
          label="Your email"
          optional
          autoComplete="email"
          help={`Only the trail team sees it. They only use it to ask about this report. We delete it ${days} days after the report is closed.`}
        />
      </FoldCard>
      <Small>
        No account needed. If someone is hurt, <a href={`tel:${site.emergencyNumber}`}>call {site.emergencyNumber}</a> first.
      </Small>
      <Small>Please don’t photograph people or number plates. To report dangerous riding, choose “Something else”.</Small>
    </ProblemForm>
  )
}

/** Photos that aren't stored with the draft are lost. The place isn't set here, because `at` already contains it. */
function restored({ place: _, category, ...draft }: NonNullable<ReturnType<typeof draftOf>>, taken: object): Partial<ReportValues> {
  return { ...draft, ...(category && { category }), photos: draft.photos.filter(({ id }) => id in taken) }
}

const pickPlace = ({ area, trail, place }: ReportValues) => ({ area, trail, place })
