import {
  createPatch,
  distanceM,
  isSameValue,
  type LonLat,
  lengthText,
  nearestOnSegment,
  planeAt,
  profileOf,
  slopesOf,
} from '@trailwarden/domain'
import { ChangedLine, LINE_NOTE_MAX_LENGTH, trailLineId, trailLineKind } from '@trailwarden/domain/trail-line/trail-line-kind'
import { lengthOfLines } from '@trailwarden/domain/trail-line/trail-line-rules'
import { GPX_MAX_BYTES, lineOf, lineOfGpx, type ReadLine, type Site, type Trail } from '@trailwarden/site'
import { type ChangeEvent, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import * as z from 'zod/mini'
import { useDevice } from '#data/device/device-session.ts'
import type { ViewIn } from '#data/device/kinds.ts'
import { type OpenDraft, useDraft } from '#data/drafts/use-draft.ts'
import { useRecord } from '#data/use-records.ts'
import { hasPageBefore } from '#lib/go-back.ts'
import { DraftNotice, useFormDraft } from '#parts/form/form-draft.tsx'
import { FormColumns, FormPage, Remark } from '#parts/form/form-frame.tsx'
import { saveRecord } from '#parts/form/save-record.ts'
import { iconSaveFill } from '#parts/record/record-icons.ts'
import { RecordMissing } from '#parts/record/record-missing.tsx'
import { NeedsAttention } from '#parts/sync/needs-attention.tsx'
import { thisDevice } from '#parts/sync/sync-state.tsx'
import { type SiteData, useSiteDataState } from '#parts/trail/site-data.ts'
import { trailPath } from '#parts/trail/trail-words.ts'
import { useHasSignal } from '#platform/signal.ts'
import { Button } from '#ui/button.tsx'
import { Card, Muted } from '#ui/card.tsx'
import { Facts } from '#ui/facts.tsx'
import { EditForm, useEditForm } from '#ui/form/edit-form.tsx'
import { TextAreaField } from '#ui/form/field.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconWarningFill } from '#ui/icons/screen-icons.ts'
import { useNamedScreen } from '#ui/screen-name.ts'
import { styled } from '#ui/styled.ts'
import { DESKTOP, rem } from '#ui/theme/theme.ts'
import { TrailLineHistory } from './trail-line-history.tsx'
import { DrawLine, TrailLineMap } from './trail-line-map.tsx'

const Columns = styled(FormColumns)({ '& .map': { height: 240, overflow: 'hidden' }, [DESKTOP]: { '& .map': { height: 420 } } })

const Fields = styled(Card)({
  display: 'grid',
  gap: 16,
  padding: 16,
  '& h2': { fontSize: rem(20), lineHeight: rem(28), fontWeight: 700, overflowWrap: 'anywhere' },
  '& .acts': { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))', gap: 8 },
  '& .acts button': { minHeight: 56 },
  // Some browsers can't open a file chooser that isn't displayed, so the input is invisible instead.
  '& input[type=file]': { position: 'absolute', width: 1, height: 1, opacity: 0 },
})

const Values = z.object({ line: z.optional(z.nullable(ChangedLine)), note: trailLineKind.values.shape.note })
type Values = z.infer<typeof Values>

export function TrailLineScreen() {
  const { id = '' } = useParams()
  const { data, isMissing } = useSiteDataState()
  const draft = useDraft(`trail-line ${id}`)
  // The URL contains the trail's id or the record's id, which is derived from the trail's id.
  const trail = data?.bundle.trails.find((one) => one.id === id || trailLineId(one.id) === id)
  const view = useRecord('trail-line', trail ? trailLineId(trail.id) : '')
  if (isMissing || (data && !trail)) return <RecordMissing />
  if (!data || !trail || view === undefined || draft.saved === undefined) return null
  return <Shown key={trail.id} data={data} trail={trail} view={view} draft={draft} draftKey={`trail-line ${id}`} />
}

type Props = {
  data: SiteData
  trail: Trail
  view: ViewIn<'trail-line'> | null
  draft: OpenDraft
  draftKey: string
}

const FAR_M = 30
/** Posts don't move with a trail's line, so some may be far from the new line. */
function postsFarFrom(lines: ChangedLine['lines'], posts: readonly { code: string; position: LonLat }[]): string[] {
  return posts.flatMap(({ code, position }) => {
    const { toPlane } = planeAt(position)
    const isNear = lines.some((line) =>
      line.some(
        (to, i) =>
          nearestOnSegment(...toPlane(line[i - 1] ?? to), ...toPlane(to)).squared <= FAR_M ** 2 || distanceM(to, position) <= FAR_M,
      ),
    )
    return isNear ? [] : [code]
  })
}

function describe(line: Pick<Trail, 'lines' | 'heights'>, lengthM = lengthOfLines(line.lines)): string {
  const slopes = slopesOf(profileOf(line).map(({ heightM }) => heightM))
  return slopes ? `${lengthText(lengthM)}, climb ${slopes.climbM} m, descent ${slopes.descentM} m` : lengthText(lengthM)
}

async function readFile(file: File, trail: Trail, site: Site): Promise<ReadLine> {
  if (file.size > GPX_MAX_BYTES) return { ok: false, why: 'This file is larger than 5 MB. Save this trail’s track as a separate file' }
  return lineOfGpx(await file.text(), trail, site)
}

function Shown({ data: { bundle, index }, trail, view, draft, draftKey }: Props) {
  useNamedScreen('Edit trail line')
  const device = useDevice()
  const navigate = useNavigate()
  const isOnline = useHasSignal()
  const chooser = useRef<HTMLInputElement>(null)
  const [isDrawing, setIsDrawing] = useState(false)
  const [why, setWhy] = useState<string | null>(null)
  const record = view?.data ?? null
  const [start] = useState<Values>(() => ({ note: record?.note ?? '' }))
  const leave = () => void (hasPageBefore() ? navigate(-1) : navigate(trailPath(trail)))
  const edit = useEditForm<Values>({
    schema: Values,
    values: start,
    async save({ line = record?.line ?? null, note }) {
      const values = { trail: trail.id, line, note }
      const patch = { ...createPatch(trailLineKind, record ?? trailLineKind.blank, values), ...(!record && { line }) }
      const saved = await saveRecord(device, trailLineKind, record ? 'edit' : 'add', trailLineId(trail.id), patch, {
        draft: draftKey,
        message: line ? `${trail.name} has a new line` : `Surveyed line restored for ${trail.name}`,
      })
      return saved ? { ok: true, next: () => navigate(trailPath(trail), { replace: true }) } : { ok: false }
    },
  })
  const { form } = edit
  const [isRestored, forget] = useFormDraft(form, draft, {
    saved: draftOf(draft.saved),
    keep: (values) => (isSameValue(values, start) ? null : values),
    startAgain: () => start,
  })
  const line = form.watch('line')
  const take = (read: ReadLine) => {
    setWhy(read.ok ? null : read.why)
    if (read.ok) form.setValue('line', read.line, { shouldDirty: true, shouldValidate: true })
  }
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (file) take(await readFile(file, trail, bundle.site).catch(() => ({ ok: false, why: 'This file can’t be read' }) as const))
    target.value = ''
  }
  const next = line === null && trail.survey ? trail.survey : line
  const far = line
    ? postsFarFrom(
        line.lines,
        index.markersAlong(trail).map(({ marker }) => marker),
      )
    : []
  return (
    <FormPage>
      {view?.attention.map((refused) => (
        <NeedsAttention key={refused.waiting.command.id} refused={refused} />
      ))}
      <EditForm
        form={edit}
        send="Save"
        icon={iconSaveFill}
        bar={{
          note: isOnline
            ? 'Everyone will see it within seconds'
            : `No signal. The line will be saved on this ${thisDevice()} and sent later`,
          cancel: leave,
        }}
      >
        {isRestored && <DraftNotice onForget={forget} />}
        <Columns>
          <Card className="map">
            <TrailLineMap trailId={trail.id} now={trail.lines} next={next?.lines ?? NONE} />
          </Card>
          <div>
            <Fields as="div">
              <h2>{trail.name}</h2>
              <Facts>
                <div>
                  <dt>Now</dt>
                  <dd>
                    {describe(trail, trail.distanceM ?? undefined)}
                    {trail.survey && <Muted as="span"> (edited in the app)</Muted>}
                  </dd>
                </div>
                <div>
                  <dt>New</dt>
                  <dd>
                    <span role="status">{next ? describe(next) : 'No line chosen yet'}</span>
                  </dd>
                </div>
              </Facts>
              <div className="acts">
                <Button variant="outlined" onClick={() => chooser.current?.click()}>
                  Choose a GPX file
                </Button>
                <Button variant="outlined" onClick={() => setIsDrawing(true)}>
                  Draw on the map
                </Button>
              </div>
              <input
                ref={chooser}
                type="file"
                accept=".gpx,.xml,application/gpx+xml,application/xml,text/xml"
                aria-label="GPX file"
                tabIndex={-1}
                onChange={choose}
              />
              <Muted>
                Choose a file that contains only this trail’s track, recorded with a GPS unit or an app. To draw, you need a finger or
                mouse. If you use a keyboard, choose a file.
              </Muted>
              {why && (
                <Remark role="alert">
                  <Icon path={iconWarningFill} />
                  {why}.
                </Remark>
              )}
              {far.length > 0 && (
                <Remark role="status">
                  <Icon path={iconWarningFill} />
                  {far.length === 1
                    ? `Emergency post ${far[0]} is more than 30 m from the new line and won’t move with it.`
                    : `Emergency posts ${far.join(', ')} are more than 30 m from the new line and won’t move with it.`}
                </Remark>
              )}
              {trail.survey && line !== null && (
                <Button variant="text" sx={{ justifySelf: 'start' }} onClick={() => form.setValue('line', null, { shouldDirty: true })}>
                  Restore the surveyed line
                </Button>
              )}
              <TextAreaField {...edit.field('note')} label="Note" optional rows={3} maxLength={LINE_NOTE_MAX_LENGTH} />
            </Fields>
            {record && view && <TrailLineHistory line={{ ...record, state: view.state }} />}
          </div>
        </Columns>
      </EditForm>
      {isDrawing && (
        <DrawLine
          name={trail.name}
          lines={next?.lines ?? trail.lines}
          onClose={() => setIsDrawing(false)}
          onDrawn={(drawn) => {
            setIsDrawing(false)
            take(
              lineOf(
                { lines: drawn.map((part) => part.map(([lng, lat]): [number, number] => [lng, lat])), heights: null },
                trail,
                bundle.site,
              ),
            )
          }}
        />
      )}
    </FormPage>
  )
}

const NONE: ChangedLine['lines'] = []

function draftOf(saved: unknown): Values | null {
  const read = Values.safeParse(saved)
  return read.success ? read.data : null
}
