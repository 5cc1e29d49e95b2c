import {
  type ActionCategory,
  ActionStatus,
  DESCRIPTION_MAX_LENGTH,
  isManager,
  type NotedPhoto,
  type Position,
  photosOf,
  Rating,
} from '@trailwarden/domain'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Photos } from '#data/device/device.ts'
import type { OpenDraft } from '#data/drafts/use-draft.ts'
import { usePageData } from '#data/page-data.ts'
import { DESKTOP_PX } from '#lib/breakpoint.ts'
import { hasPageBefore } from '#lib/go-back.ts'
import { WORDS_OF } from '#parts/action/problem-categories.tsx'
import { RatingTile } from '#parts/action/rating-tile.tsx'
import { ShowToRiders } from '#parts/action/show-to-riders.tsx'
import { symbolOfAction } from '#parts/map/action-symbol.ts'
import { usePersonName } from '#parts/person/person-name.ts'
import { PersonField } from '#parts/person/person-picker.tsx'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { useTakenPhotos } from '#parts/photo/taken-photos.ts'
import type { NamedTrail } from '#parts/place/place-filled-in.ts'
import { FoldCard } from '#parts/problem/fold-card.tsx'
import { ProblemForm } from '#parts/problem/problem-form.tsx'
import { iconTune } from '#parts/problem/problem-icons.ts'
import { thisDevice } from '#parts/sync/sync-state.tsx'
import { useHasSignal } from '#platform/signal.ts'
import { ChoiceField } from '#ui/form/choice-field.tsx'
import { useEditForm } from '#ui/form/edit-form.tsx'
import { SelectField, TextAreaField, TextField } from '#ui/form/field.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconCheck, iconMobileCheck } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, font } from '#ui/theme/theme.ts'
import type { SeenAction } from '../actions.ts'
import { ActionDuplicates } from '../view/action-duplicates.tsx'
import { STATUS_ICONS } from '../view/action-status.tsx'
import { useReviewer, useTrailNames } from './action-choices.ts'
import { useActionDraft } from './action-form-state.ts'
import { ActionValues, valuesOf } from './action-values.ts'

const SavedNote = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  font: font('500 14px/20px'),
  color: colour('syncLocal'),
})

export type Save = (values: ActionValues, start: ActionValues, taken: Photos, noteId: string) => Promise<boolean>
type Props = { action: SeenAction | null; at?: Position | null; on?: NamedTrail | null; draft: OpenDraft; save: Save }

const RATINGS = Rating.options.map((value) => ({ value, title: value, mark: <RatingTile rating={value} /> }))
const STATUSES = ActionStatus.options.map((value) => ({ value, title: value, mark: <Icon path={STATUS_ICONS[value]} /> }))

/** A photo can show what "Something else" is, but an Action needs a description. */
const wordsOf = (category: ActionCategory, photos: readonly NotedPhoto[]) => WORDS_OF[category] || (photos.length > 0 ? category : '')

/** The form saves a draft whenever typing pauses, so that a flat battery doesn't lose the text. */
export function ActionForm({ action, at = null, on = null, draft, save }: Props) {
  const navigate = useNavigate()
  const isOnline = useHasSignal()
  const { site } = usePageData()
  const manages = isManager(useSignedIn())
  const [isDesktop] = useState(() => innerWidth >= DESKTOP_PX)
  const isNew = action === null
  const [start] = useState(() => valuesOf(action))
  const [noteId] = useState(() => crypto.randomUUID())
  const photos = useTakenPhotos(draft)
  const edit = useEditForm<ActionValues>({
    schema: ActionValues,
    values: start,
    leaving: draft.savedOnLeave ? 'free' : 'ask',
    // A disabled button wouldn't explain that a field under More is missing.
    staysReady: isNew,
    async save(values) {
      return (await save(values, start, photos.taken, noteId)) ? { ok: true, next: () => navigate('/actions') } : { ok: false }
    },
  })
  const { form } = edit
  const restored = useActionDraft(form, start, draft, photos.taken)
  const [area, trail, place, assignedTo, rating, status, isShownToRiders, category, chosen] = form.watch([
    'area',
    'trail',
    'place',
    'assignedTo',
    'rating',
    'status',
    'isShownToRiders',
    'category',
    'photos',
  ])
  const { areas, trails } = useTrailNames(area)
  const nameOf = usePersonName((id) => (id === action?.assignedTo ? action.assignedName : null))
  const reviewer = useReviewer()
  // A new Action without an assignee goes to the reviewer, so the field shows the reviewer's name.
  const byDefault = isNew ? reviewer : null
  const unassigned = byDefault?.name ?? 'Not assigned'
  const set = (name: 'trail' | 'assignedTo', value: string | null) => form.setValue(name, value as never, { shouldDirty: true })
  /** The category's text must not replace text that the user has typed. */
  const fillInWords = (of: ActionCategory, photos: readonly NotedPhoto[]) => {
    const typed = form.getValues('description')
    const isOurs = typed === '' || typed === 'Something else' || Object.values(WORDS_OF).includes(typed)
    if (isOurs) form.setValue('description', wordsOf(of, photos), { shouldDirty: true, shouldValidate: wordsOf(of, photos) !== '' })
  }
  const { error: descriptionIssue, ...description } = edit.field('description')
  const note = isOnline ? (
    isNew && !category && 'Choose what’s wrong, or describe it'
  ) : (
    <SavedNote>
      <Icon path={iconMobileCheck} size={20} />
      No signal. The Action will be saved on this {thisDevice()} and sent later
    </SavedNote>
  )
  const more = (isTrailFilledIn: boolean) => (
    <FoldCard
      icon={iconTune}
      title="More"
      text={manages ? 'Area, trail, detail, rating, status, assigned to' : 'Area, trail, detail'}
      startsOpen={!isNew || isDesktop}
      hasIssue={form.formState.errors.area !== undefined}
    >
      <SelectField
        {...edit.field('area')}
        label="Area"
        options={[{ value: '', title: 'Choose an area' }, ...areas.map((value) => ({ value, title: value }))]}
      />
      <SelectField
        label="Trail"
        {...(isTrailFilledIn && trail !== null && { help: 'Nearest trail chosen for you' })}
        optional
        name=""
        value={trail ?? ''}
        onChange={({ target }) => set('trail', target.value || null)}
        options={[{ value: '', title: 'Not on a trail' }, ...trails.map((value) => ({ value, title: value }))]}
      />
      <TextAreaField {...edit.field('detail')} label="Detail" optional placeholder="What would help the person who fixes it?" />
      {manages && (
        <>
          <ChoiceField {...edit.field('rating')} label="Rating" joined options={RATINGS} />
          <ChoiceField {...edit.field('status')} label="Status" joined options={STATUSES} />
          <PersonField
            label="Assigned To"
            optional
            shown={assignedTo ? nameOf(assignedTo) : unassigned}
            chosen={[assignedTo ?? byDefault?.id ?? '']}
            extra={byDefault ? [] : [{ value: '', title: unassigned }]}
            onPick={(value) => set('assignedTo', value && value !== byDefault?.id ? value : null)}
            {...(byDefault && { help: 'The default reviewer, unless you choose someone else' })}
          />
          <ShowToRiders isOn={isShownToRiders} onChange={(isOn) => form.setValue('isShownToRiders', isOn, { shouldDirty: true })} />
        </>
      )}
      <TextAreaField {...edit.field('note')} label="Add a note" optional rows={2} />
    </FoldCard>
  )
  return (
    <ProblemForm
      edit={edit as never}
      isNew={isNew}
      at={at ?? restored.place}
      on={on}
      photos={photos}
      onPhotos={(next) => category && fillInWords(category, next)}
      stored={action ? photosOf(action) : []}
      symbol={symbolOfAction({ rating, status })}
      onForgetDraft={
        restored.isRestored
          ? () => {
              photos.clear()
              restored.forget()
            }
          : undefined
      }
      onCategory={(category) => fillInWords(category, chosen)}
      send="Save"
      icon={iconCheck}
      note={note}
      // If the form was opened from a link, there is no previous page.
      cancel={() => void (hasPageBefore() ? navigate(-1) : navigate('/actions'))}
      emergencyNumber={site.emergencyNumber}
      known={isNew && place && <ActionDuplicates place={place} />}
      more={more}
    >
      <TextField
        {...description}
        error={descriptionIssue && category === 'Something else' ? 'Describe the problem or add a photo.' : descriptionIssue}
        label="Brief description of problem"
        autoComplete="off"
        maxLength={DESCRIPTION_MAX_LENGTH}
      />
    </ProblemForm>
  )
}
