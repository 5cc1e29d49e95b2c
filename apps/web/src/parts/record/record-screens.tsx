import type { ComponentType } from 'react'
import { Navigate, useParams } from 'react-router'
import { useNamedScreen } from '#ui/screen-name.ts'

type Titled = { title: string; Screen: ComponentType }
type Screens = {
  add: Titled
  edit?: Titled
  View: ComponentType
}

function TitledScreen({ title, Screen }: Titled) {
  useNamedScreen(title)
  return <Screen />
}

/** One route handles add, edit and view, because each route adds to home's download. */
export function RecordScreens({ add, edit, View }: Screens) {
  const { verb, id } = useParams()
  if (verb === 'view' && id) return <View />
  const titled = verb === 'add' && !id ? add : verb === 'edit' && id ? edit : undefined
  return titled ? <TitledScreen key={verb} {...titled} /> : <Navigate to="/404" replace />
}
