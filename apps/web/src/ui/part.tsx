import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { toast } from './feedback/toasts.ts'

type BoundaryProps = { failed?: ReactNode; onFail?: (() => void) | undefined; children: ReactNode }

/** Shows `failed` in place of children that throw an error while rendering. The rest of the page isn't affected. */
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

/** `fallback` is shown until the part has loaded, and `failed` if it can't be loaded. */
type PartProps = { fallback?: ReactNode; failed?: ReactNode; onClose?: () => void }

/**
 * Creates a component that is downloaded separately. If the download fails, the rest of the page still works. The part is left out or
 * replaced by `failed`, or, if it has `onClose`, closes with a message. React would remember the failure permanently, but this component
 * requests the file again the next time it is used.
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
