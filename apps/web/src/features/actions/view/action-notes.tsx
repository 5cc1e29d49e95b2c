import { NOTE_MAX_LENGTH } from '@trailwarden/domain'
import * as z from 'zod/mini'
import { useDevice } from '#data/device/device-session.ts'
import { iconChat } from '#parts/record/record-icons.ts'
import { Age } from '#parts/status/age.tsx'
import { CardHeading, Muted, PaddedCard } from '#ui/card.tsx'
import { EditForm, useEditForm } from '#ui/form/edit-form.tsx'
import { TextAreaField } from '#ui/form/field.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'
import { addNote, type SeenAction } from '../actions.ts'

const None = styled('p')({ display: 'flex', gap: 10, color: colour('text2') })

const List = styled('ul')({
  display: 'grid',
  gap: 8,
  '& li': { padding: '10px 12px', border: `1px solid ${colour('line')}`, borderRadius: 10, background: colour('surfaceAlt') },
  '& li p + p': { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
})

const NoteValues = z.object({ note: z.string().check(z.trim(), z.minLength(1, 'Required'), z.maxLength(NOTE_MAX_LENGTH)) })
const BLANK = { note: '' }

export function ActionNotes({ action: { id, notes }, mayAdd }: { action: SeenAction; mayAdd: boolean }) {
  const device = useDevice()
  const form = useEditForm({ schema: NoteValues, values: BLANK, save: async ({ note }) => ({ ok: await addNote(device, id, note) }) })
  return (
    <PaddedCard aria-label="Notes" id="notes">
      <CardHeading>Notes</CardHeading>
      {notes.length === 0 ? (
        <None>
          <Icon path={iconChat} />
          No notes
        </None>
      ) : (
        <List>
          {notes.map((note) => (
            <li key={note.id}>
              <Muted>
                <Age at={note.createdAt} /> · {note.createdByName}
              </Muted>
              <p>{note.text}</p>
            </li>
          ))}
        </List>
      )}
      {mayAdd && (
        <EditForm form={form} send="Add note">
          <TextAreaField {...form.field('note')} label="Add a note" rows={2} />
        </EditForm>
      )}
    </PaddedCard>
  )
}
