import { styled } from '@mui/material/styles'
import { type ActionCategory, ActionStatus, DESCRIPTION_MAX_LENGTH, isManager, type Position, photosOf, Rating } from '@trailwarden/domain'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Photos } from '#data/device/device.ts'
import type { OpenDraft } from '#data/drafts/use-draft.ts'
import { hasPageBefore } from '#lib/go-back.ts'
import { CATEGORIES, WORDS_OF } from '#parts/action/problem-categories.tsx'
import { RatingTile } from '#parts/action/rating-tile.tsx'
import { ShowToRiders } from '#parts/action/show-to-riders.tsx'
import { DraftNotice } from '#parts/form/form-draft.tsx'
import { symbolOfAction } from '#parts/map/action-symbol.ts'
import { usePersonName } from '#parts/person/person-name.ts'
import { PersonField } from '#parts/person/person-picker.tsx'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { usePhotoAndPlace, useTakenPhotos } from '#parts/photo/photo-and-place-field.tsx'
import type { NamedTrail } from '#parts/place/place-filled-in.ts'
import { iconSaveFill } from '#parts/record/record-icons.ts'
import { thisDevice } from '#parts/sync/sync-state.tsx'
import { useHasSignal } from '#platform/signal.ts'
import { Card } from '#ui/card.tsx'
import { ChoiceField } from '#ui/form/choice-field.tsx'
import { EditForm, useEditForm } from '#ui/form/edit-form.tsx'
import { SelectField, TextAreaField, TextField } from '#ui/form/field.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconMobileCheck } from '#ui/icons/screen-icons.ts'
import { colour, DESKTOP, font } from '#ui/theme/theme.ts'
import type { SeenAction } from '../actions.ts'
import { ActionDuplicates } from '../view/action-duplicates.tsx'
import { STATUS_ICONS } from '../view/action-status.tsx'
import { useReviewer, useTrailNames } from './action-choices.ts'
import { useActionDraft } from './action-form-state.ts'
import { ActionValues, valuesOf } from './action-values.ts'

const Page = styled('div')({ padding: 16, '& form': { gap: 16 }, [DESKTOP]: { padding: 24 } })

const Columns = styled('div')({
  display: 'grid',
  gap: 16,
  alignItems: 'start',
  '& > *': { display: 'contents' },
  '& .first': { order: 1, display: 'grid', gap: 16 },
  '& .hint': { order: 2, '&:empty': { display: 'none' } },
  '& .rest': { order: 3 },
  '& .rest, & > aside': { gap: 16 },
  [DESKTOP]: {
    gridTemplateColumns: 'minmax(0, 16fr) minmax(0, 9fr)',
    gap: 24,
    '& > *': { display: 'grid' },
    '& > aside': { order: 1 },
    '& .rest': { gap: 20 },
  },
})

const Fields = styled(Card)({ '& .rest': { display: 'grid' }, [DESKTOP]: { gap: 20, padding: 16 } })

const Pair = styled('div')({ display: 'grid', gap: 20, [DESKTOP]: { gridTemplateColumns: '1fr 1fr' } })

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

/** The form saves a draft whenever typing pauses, so that a flat battery doesn't lose the text. */
export function ActionForm({ action, at = null, on = null, draft, save }: Props) {
  const navigate = useNavigate()
  const isOnline = useHasSignal()
  const manages = isManager(useSignedIn())
  const [start] = useState(() => valuesOf(action))
  const [noteId] = useState(() => crypto.randomUUID())
  const photos = useTakenPhotos(draft)
  const edit = useEditForm<ActionValues>({
    schema: ActionValues,
    values: start,
    leaving: draft.savedOnLeave ? 'free' : 'ask',
    async save(values) {
      return (await save(values, start, photos.taken, noteId)) ? { ok: true, next: () => navigate('/actions') } : { ok: false }
    },
  })
  const { form } = edit
  const [isRestored, forgetDraft] = useActionDraft(form, start, draft, photos.taken)
  const startOver = () => {
    photos.clear()
    forgetDraft()
  }
  const [area, trail, place, assignedTo, rating, status, isShownToRiders] = form.watch([
    'area',
    'trail',
    'place',
    'assignedTo',
    'rating',
    'status',
    'isShownToRiders',
  ])
  const symbol = symbolOfAction({ rating, status })
  const stored = action ? photosOf(action) : []
  const photoAndPlace = usePhotoAndPlace(form, { isNew: action === null, at, on, photos, stored, symbol })
  const { areas, trails } = useTrailNames(area)
  const nameOf = usePersonName((id) => (id === action?.assignedTo ? action.assignedName : null))
  const reviewer = useReviewer()
  // A new Action without an assignee goes to the reviewer, so the field shows the reviewer's name.
  const byDefault = action === null ? reviewer : null
  const unassigned = byDefault?.name ?? 'Not assigned'
  const set = (name: 'trail' | 'assignedTo', value: string | null) => form.setValue(name, value as never, { shouldDirty: true })
  const categoryField = edit.field('category')
  /** The category's text must not replace text that the user has typed. */
  const fillInWords = (category: ActionCategory) => {
    const typed = form.getValues('description')
    if (typed === '' || Object.values(WORDS_OF).includes(typed))
      form.setValue('description', WORDS_OF[category], { shouldDirty: true, shouldValidate: true })
  }
  const note = !isOnline && (
    <SavedNote>
      <Icon path={iconMobileCheck} size={20} />
      No signal. The Action will be saved on this {thisDevice()} and sent later
    </SavedNote>
  )
  // If the form was opened from a link, there is no previous page.
  const cancel = () => void (hasPageBefore() ? navigate(-1) : navigate('/actions'))
  return (
    <Page>
      <EditForm form={edit} send="Save" icon={iconSaveFill} bar={{ note, cancel }}>
        {isRestored && <DraftNotice onForget={startOver} />}
        <Columns>
          <aside>
            {photoAndPlace.field}
            {action === null && place && (
              <div className="hint">
                <ActionDuplicates place={place} />
              </div>
            )}
          </aside>
          <Fields as="div">
            <div className="first">
              <ChoiceField
                {...categoryField}
                label="What’s wrong?"
                tiles
                options={CATEGORIES}
                onChange={(event) => {
                  void categoryField.onChange(event)
                  // The cast is safe because the tiles' values are categories.
                  fillInWords(event.target.value as ActionCategory)
                }}
              />
              <TextField {...edit.field('description')} label="In a few words" autoComplete="off" maxLength={DESCRIPTION_MAX_LENGTH} />
            </div>
            <div className="rest">
              <ChoiceField {...edit.field('area')} label="Area" options={areas.map((value) => ({ value, title: value }))} />
              <Pair>
                <SelectField
                  label="Trail"
                  {...(photoAndPlace.isTrailFilledIn && trail !== null && { help: 'Nearest trail chosen for you' })}
                  optional
                  name=""
                  value={trail ?? ''}
                  onChange={({ target }) => set('trail', target.value || null)}
                  options={[{ value: '', title: 'Not on a trail' }, ...trails.map((value) => ({ value, title: value }))]}
                />
                {manages && (
                  <PersonField
                    label="Assigned To"
                    optional
                    shown={assignedTo ? nameOf(assignedTo) : unassigned}
                    chosen={[assignedTo ?? byDefault?.id ?? '']}
                    extra={byDefault ? [] : [{ value: '', title: unassigned }]}
                    onPick={(value) => set('assignedTo', value && value !== byDefault?.id ? value : null)}
                    {...(byDefault && { help: 'The default reviewer, unless you choose someone else' })}
                  />
                )}
              </Pair>
              <TextAreaField {...edit.field('detail')} label="Detail" optional placeholder="What should the person fixing it know?" />
              {manages && (
                <Pair>
                  <ChoiceField {...edit.field('rating')} label="Rating" joined options={RATINGS} />
                  <ChoiceField {...edit.field('status')} label="Status" joined options={STATUSES} />
                </Pair>
              )}
              {manages && (
                <ShowToRiders isOn={isShownToRiders} onChange={(isOn) => form.setValue('isShownToRiders', isOn, { shouldDirty: true })} />
              )}
              <TextAreaField {...edit.field('note')} label="Add a note" optional rows={2} />
            </div>
          </Fields>
        </Columns>
      </EditForm>
    </Page>
  )
}
