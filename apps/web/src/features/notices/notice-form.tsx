import { isSameValue } from '@trailwarden/domain'
import { NOTICE_TEXT_MAX_LENGTH, NOTICE_TITLE_MAX_LENGTH } from '@trailwarden/domain/notice/notice-kind'
import { NoticeLevel } from '@trailwarden/domain/notice/public-notice'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { useDevice } from '#data/device/device-session.ts'
import type { OpenDraft } from '#data/drafts/use-draft.ts'
import { usePageData } from '#data/page-data.ts'
import { fromWallText } from '#lib/dates.ts'
import { hasPageBefore } from '#lib/go-back.ts'
import { DraftNotice, useFormDraft } from '#parts/form/form-draft.tsx'
import { FormPage } from '#parts/form/form-frame.tsx'
import { useHasSignal } from '#platform/signal.ts'
import { CardHeading, Muted, PaddedCard } from '#ui/card.tsx'
import { ChoiceField } from '#ui/form/choice-field.tsx'
import { EditForm, useEditForm } from '#ui/form/edit-form.tsx'
import { TextAreaField, TextField } from '#ui/form/field.tsx'
import { iconSendFill } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP } from '#ui/theme/theme.ts'
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
  notice: SeenNotice | null
  id: string
  draft: OpenDraft
  draftKey: string
  send: string
  children?: ReactNode
}

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
  const note = isOnline ? 'Everyone will see this notice on Home and the map' : 'No signal. No one will see this notice until it’s sent'
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
              help="For example, “Total fire ban today”"
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
            <TextField
              {...edit.field('until')}
              label="Until"
              help="The notice disappears at this time, even on phones without signal"
              type="datetime-local"
            />
          </PaddedCard>
          <PaddedCard aria-label="How it will look on Home">
            <CardHeading>How it will look on Home</CardHeading>
            {Number.isNaN(end.getTime()) ? (
              <Muted>Enter an end time to see a preview.</Muted>
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
