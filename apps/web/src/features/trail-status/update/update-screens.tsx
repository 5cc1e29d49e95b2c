import { RecordScreens } from '#parts/record/record-screens.tsx'
import { UpdateAdd } from './update-add.tsx'
import { UpdateView } from './update-view.tsx'

const ADD = { title: 'Post an update', Screen: UpdateAdd }

/** Updates can be added and viewed but not edited, because people have already read them. */
export const UpdateScreen = () => <RecordScreens add={ADD} View={UpdateView} />
