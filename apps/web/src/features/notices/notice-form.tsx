import { styled } from '@mui/material/styles'
import { isSameValue } from '@trailwarden/domain'
import { NOTICE_TEXT_MAX_LENGTH, NOTICE_TITLE_MAX_LENGTH } from '@trailwarden/domain/notice/notice-kind'
import { NoticeLevel } from '@trailwarden/domain/notice/public-notice'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { useDevice } from '#data/device-session.ts'
import { usePageData } from '#data/page-data.ts'
import type { useDraft } from '#data/use-records.ts'
import { fromWallText } from '#lib/dates.ts'
import { hasPageBefore } from '#lib/go-back.ts'
import { DraftNotice, useFormDraft } from '#parts/form-draft.tsx'
import { FormPage } from '#parts/form-frame.tsx'
import { useHasSignal } from '#platform/signal.ts'
import { CardHeading, Muted, PaddedCard } from '#ui/card.tsx'
import { ChoiceField } from '#ui/choice-field.tsx'
import { EditForm, useEditForm } from '#ui/edit-form.tsx'
import { TextAreaField, TextField } from '#ui/field.tsx'
import { iconSendFill } from '#ui/screen-icons.ts'
import { colour, DESKTOP } from '#ui/theme.ts'
import { NoticeSymbol } from './notice-symbol.tsx'
import { draftOf, type NoticeValues, patchOf, schemaOf, valuesOf } from './notice-values.ts'
import { type SeenNotice, saveNotice } from './notices.ts'
import { NoticeBox } from './public-notices.tsx'

const Columns = styled('div')({
  display: 'grid',
  gap: 16,
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  '& input': { minWidth: 0 },
  [DESKTOP]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', gap: 24 },
})

const CAUTION = { edge: colour('warning'), tint: colour('warningContainer'), ink: colour('onWarningContainer') }
const CLOSURE = { edge: colour('emergency'), tint: colour('emergencyContainer'), ink: colour('onEmergencyContainer') }
const LEVELS = NoticeLevel.options.map((value) => ({
  value,
  title: value,
  mark: <NoticeSymbol level={value} />,
  chosen: value === 'Closure' ? CLOSURE : CAUTION,
}))

type Props = {
  /** Null of a new one. */
  notice: SeenNotice | null
  id: string
  draft: ReturnType<typeof useDraft>
  draftKey: string
  send: string
  children?: ReactNode
}

/** A notice being written, new or not, and beside it how everyone will see it. */
export function NoticeForm({ notice, id, draft, draftKey, send, children }: Props) {
  const { timeZone } = usePageData().site
  const device = useDevice()
  const navigate = useNavigate()
  const isOnline = useHasSignal()
  const [start] = useState(() => valuesOf(notice, timeZone, new Date()))
  const [schema] = useState(() => schemaOf(timeZone))
  const leave = () => navigate('/management/notices', { replace: true })
  const edit = useEditForm<NoticeValues>({
    schema,
    values: start,
    async save(values) {
      const verb = notice ? 'edit' : 'add'
      const saved = await saveNotice(device, verb, id, patchOf(notice, values, timeZone), { draft: draftKey })
      return saved ? { ok: true, next: leave } : { ok: false }
    },
  })
  const { form } = edit
  const [isRestored, forget] = useFormDraft(form, draft, {
    saved: draftOf(draft.saved),
    keep: (values) => (isSameValue(values, start) ? null : values),
    startAgain: () => start,
  })
  const values = form.watch()
  const end = fromWallText(values.until, timeZone)
  const note = isOnline ? 'Everyone sees it on Home and the map' : 'No signal: nobody sees it until it is sent'
  const cancel = () => void (hasPageBefore() ? navigate(-1) : leave())
  return (
    <FormPage>
      <EditForm form={edit} send={send} icon={iconSendFill} bar={{ note: <Muted>{note}</Muted>, cancel }}>
        {isRestored && <DraftNotice onForget={forget} />}
        {children}
        <Columns>
          <PaddedCard as="div">
            <TextField
              {...edit.field('title')}
              label="Title"
              help="What is so: “Total fire ban today”"
              autoComplete="off"
              maxLength={NOTICE_TITLE_MAX_LENGTH}
            />
            <TextAreaField
              {...edit.field('text')}
              label="Text"
              help="What people should do"
              optional
              rows={3}
              maxLength={NOTICE_TEXT_MAX_LENGTH}
            />
            <ChoiceField {...edit.field('level')} label="Level" joined options={LEVELS} />
            <TextField {...edit.field('until')} label="Until" help="Then it is gone by itself, without signal too" type="datetime-local" />
          </PaddedCard>
          <PaddedCard aria-label="How it will look on Home">
            <CardHeading>How it will look on Home</CardHeading>
            {Number.isNaN(end.getTime()) ? (
              <Muted>Say until when.</Muted>
            ) : (
              <NoticeBox
                notice={{ ...values, title: values.title.trim() || 'Title', text: values.text.trim(), endsAt: end.toISOString() }}
                timeZone={timeZone}
              />
            )}
          </PaddedCard>
        </Columns>
      </EditForm>
    </FormPage>
  )
}
