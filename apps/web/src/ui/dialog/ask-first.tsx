import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Props = {
  question: string
  /** Label of the confirming button. */
  answer: string
  act: () => void
  /** Label of the cancelling button. */
  keep?: string
  /** Describes what will happen. */
  children?: ReactNode
  button: (ask: () => void) => ReactNode
}

/** A button that asks for confirmation before it deletes something. */
export function AskFirst({ question, answer, keep = 'Cancel', act, children, button }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  const confirm = () => {
    close()
    act()
  }
  return (
    <>
      {button(() => setIsAsking(true))}
      {isAsking && (
        <ConfirmDialog
          title={question}
          confirm={{ title: answer, act: confirm, deletes: true }}
          cancel={{ title: keep, act: close }}
          onClose={close}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  )
}
