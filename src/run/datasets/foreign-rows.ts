// Loaded where a dataset is not made of rows of ours.
export { convertRagas, pullRows } from '#dataset';
