export { benjaminiHochberg, holm } from './adjust.ts';
export {
  type Agreement,
  agreementOf,
  type CategoryAgreement,
  type Coefficient,
} from './agreement.ts';
export {
  type Alpha,
  type Answers,
  krippendorffAlpha,
  type MeasurementLevel,
} from './krippendorff.ts';
export { newcombeInterval, type PairedDifference, pairedDifference } from './difference.ts';
export { mcnemarMidP, mcnemarP, oneSidedP } from './mcnemar.ts';
export { passAtK, passHatK, type Repeated } from './repeats.ts';
export { type StratifiedShare, stratifiedShare, type WeightedCase } from './stratified.ts';
