import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { toast } from './toasts.ts'

type BoundaryProps = { failed?: ReactNode; onFail?: (() => void) | undefined; children: ReactNode }

/** Shows `failed` in place of what threw while it was drawn; the page around it stays. */
export class Boundary extends Component<BoundaryProps> {
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override state = { hasFailed: false }
  override componentDidCatch() {
    this.props.onFail?.()
  }
  override render() {
    return this.state.hasFailed ? this.props.failed : this.props.children
  }
}

/** `fallback` stands there until the part has come, `failed` when it cannot be had. */
type PartProps = { fallback?: ReactNode; failed?: ReactNode; onClose?: () => void }

/**
 * A part that comes with its own download. Without it the page goes on: the part is left out, and one that was opened by a tap says so
 * and is closed. React would remember the failure for good; here the next use asks for the file again.
 */
export function part<P extends object>(load: () => Promise<ComponentType<P>>): (props: P & PartProps) => ReactNode {
  const ask = () => lazy(async () => ({ default: await load() }))
  let Part = ask()
  return ({ fallback, failed, ...props }) => (
    <Boundary
      failed={failed}
      onFail={() => {
        Part = ask()
        if (!props.onClose) return
        toast('error', 'This could not be loaded. Check your connection and try again.')
        props.onClose()
      }}
    >
      <Suspense fallback={fallback}>
        {/* What is left are the part's own props; the compiler cannot see that through the rest. */}
        <Part {...(props as unknown as P & React.JSX.IntrinsicAttributes)} />
      </Suspense>
    </Boundary>
  )
}
