import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Props = {
  question: string
  /** The word on the button that does it. */
  answer: string
  act: () => void
  /** The word that leaves everything as it is. */
  keep?: string
  /** More about what happens then. */
  children?: ReactNode
  button: (ask: () => void) => ReactNode
}

/** A button that deletes something, and the question before it. */
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
