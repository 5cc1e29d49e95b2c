import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { toast } from './feedback/toasts.ts'

type BoundaryProps = { failed?: ReactNode; onFail?: (() => void) | undefined; children: ReactNode }

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

/** `fallback` is shown until the part has loaded, and `failed` if the part can't be loaded. */
type PartProps = { fallback?: ReactNode; failed?: ReactNode; onClose?: () => void }

/**
 * A part is a separate download, and a failed download doesn't affect the rest of the page. React would remember the failure permanently,
 * so the component requests the file again the next time it is used.
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
        toast('error', 'Couldn’t load this. Check your connection and try again.')
        props.onClose()
      }}
    >
      <Suspense fallback={fallback}>
        {/* The remaining props are the part's own, but the compiler can't infer that. */}
        <Part {...(props as unknown as P & React.JSX.IntrinsicAttributes)} />
      </Suspense>
    </Boundary>
  )
}
