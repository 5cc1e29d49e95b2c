import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Props = {
  question: string
  answer: string
  act: () => void
  keep?: string
  children?: ReactNode
  button: (ask: () => void) => ReactNode
}

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
