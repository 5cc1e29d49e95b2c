import { ITEM_MESSAGES } from '#lib/messages/item.ts'
import { Button } from '#ui/button.tsx'
import { AskFirst } from '#ui/dialog/ask-first.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconDelete } from '#ui/icons/screen-icons.ts'
import { colour } from '#ui/theme/theme.ts'
import { deleteUser } from './people.ts'

export function DeleteUser({ id, onDelete }: { id: string; onDelete: () => void }) {
  const act = async () => {
    if ((await deleteUser(id)).ok) onDelete()
  }
  return (
    <AskFirst
      question={ITEM_MESSAGES.confirmDelete('user')}
      answer="Delete"
      act={() => void act()}
      button={(ask) => (
        <Button sx={{ color: colour('errorText') }} onClick={ask}>
          <Icon path={iconDelete} />
          Delete user
        </Button>
      )}
    />
  )
}
