import { useParams } from 'react-router'
import { RecordScreens } from '#parts/record/record-screens.tsx'
import { PointAdd } from './point-add.tsx'
import { PointEdit } from './point-edit.tsx'
import { PointView } from './point-view.tsx'
import { TrailLineScreen } from './trail-line.tsx'

export { PointList } from './point-list.tsx'

const ADD = { title: 'Add a point', Screen: PointAdd }
const EDIT = { title: 'Edit point', Screen: PointEdit }

/** A separate route for `/geopoints/line/{trail}` would add bytes to the home page. */
export const PointScreen = () =>
  useParams().verb === 'line' ? <TrailLineScreen /> : <RecordScreens add={ADD} edit={EDIT} View={PointView} />
