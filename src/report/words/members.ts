// Members of annotated packages in words: what was not proved of them, and why one was not verified.
//
// The identifiers are Gobra's. One without a row is shown by its identifier alone.

import type { Member, MemberError } from '../../base/member.ts';
import type { Span } from '../../base/source.ts';
import type { PlaceText } from './names.ts';

const failures: ReadonlyMap<string, string> = new Map([
  ['assert_error', 'the assertion might fail'],
  ['assert_by_error', 'the proof of the assertion might fail'],
  ['assign_such_that_error', 'there might be no such value'],
  ['assignment_error', 'the assignment might fail'],
  ['call_error', 'the call might fail'],
  ['precondition_error', 'the precondition of the call might not hold'],
  ['postcondition_error', 'the postcondition might not hold'],
  ['type_assertion_error', 'the type assertion might fail'],
  ['comparison_error', 'the comparison might panic'],
  ['make_precondition_error', 'make might get a negative size, or a length beyond the capacity'],
  ['load_error', 'the value might not be readable'],
  ['send_error', 'the send might fail'],
  ['receive_error', 'the receive might fail'],
  ['match_error', 'no case of the match might fit'],
  ['method_object_nil_error', 'the method value might have no receiver'],
  ['integer_overflow_error', 'the operation might overflow'],
  ['main_pre_error', 'the precondition of main might not hold when the program starts'],
  ['import_pre_error', 'what the import requires might not hold'],
  ['spec_implementation_post_error', 'the postcondition of the specification might not hold'],
  ['generated_implementation_proof', 'the type might not implement the interface'],
  ['refute_error', 'the assertion holds wherever it is reached, or is never reached'],
  ['exhale_error', 'exhale might fail'],
  ['inhale_error', 'inhale might fail'],
  ['fold_error', 'fold might fail'],
  ['unfold_error', 'unfold might fail'],
  ['invariant_establishment_error', 'the loop invariant might not hold before the loop'],
  ['invariant_preservation_error', 'the loop invariant might not hold after an iteration'],
  ['invariant_not_well_formed', 'the loop invariant might not be well-formed'],
  ['contract_not_well_formed', 'the contract might not be well-formed'],
  ['predicate_not_well_defined', 'the predicate might not be well-formed'],
  ['pure_function_not_well_defined', 'the pure function might not be well-defined'],
  ['conditional_error', 'the condition might fail'],
  ['for_loop_error', 'the condition of the loop might fail'],
  ['shift_precondition_error', 'the shift count might be negative'],
  ['package_failed', 'package might fail'],
  ['apply_failed', 'apply might fail'],
  ['function_termination_error', 'the function might not terminate'],
  ['pure_function_termination_error', 'the pure function might not terminate'],
  ['loop_termination_error', 'the loop might not terminate'],
]);

const causes: ReadonlyMap<string, string> = new Map([
  ['permission_error', 'there might be insufficient permission'],
  ['assertion_error', 'the condition might be false'],
  ['receiver_is_nil_error', 'the receiver might be nil'],
  ['failed_type_assertion', 'the value might have another type'],
  ['incomparable_error', 'the values might not be comparable'],
  ['predicate_instance_no_access_error', 'there might be no instance of the predicate'],
  ['assign_such_that_no_witness_error', 'no value was found'],
  ['assert_by_proof_body_error', 'the condition might be false at the end of the proof'],
  ['assert_by_contra_body_error', 'the proof might not lead to a contradiction'],
  ['is_invariant_failed', 'the predicate might not be an invariant'],
  ['division_by_zero', 'the divisor might be zero'],
  ['negative_permission_error', 'the amount of permission might be negative'],
  ['seq_index_negative_error', 'the index might be negative'],
  ['seq_index_exceeds_length_error', 'the index might exceed the length'],
  ['map_key_not_contained', 'the key might be missing'],
  ['qp_assertion_not_injective', 'two of the quantified locations might be the same'],
  ['wand.not.found', 'there might be no such magic wand'],
  ['labelled_state_not_reached', 'the label might not have been reached'],
  ['tuple_simple_false_error', 'the measure might not decrease, or might not be bounded'],
  ['tuple_condition_false_error', 'the condition of the measure might be false'],
  ['termination_condition_false_error', 'the condition under which it terminates might be false'],
]);

/** `the assertion might fail: the condition might be false` */
export function memberErrorText({ id }: MemberError): string {
  const [key = '', ...why] = id;
  const cause = why.flatMap((reason) => causes.get(reason) ?? failures.get(reason) ?? []);
  return [failures.get(key) ?? key.replaceAll('_', ' '), ...cause].join(': ');
}

/** A case that the proof leaves open: `not ruled out: n = -1, ok = false`. */
export function valuesText({ values }: Pick<MemberError, 'values'>): readonly string[] {
  if (values.length === 0) return [];
  return [`not ruled out: ${values.map(({ name, value }) => `${name} = ${value}`).join(', ')}`];
}

/** Why a member was not verified. */
export function memberReasonText({ function: name, verdict, reason }: Member, place: PlaceText<Span>): string {
  const at = reason?.span == null ? '' : place(reason.span);
  const where = at === '' ? '' : ` (${at})`;
  const text = reason?.text ?? '';
  const who = name === '' ? 'this' : name;
  switch (verdict) {
    case 'unsupported':
      return `${who} is not verified: ${text} cannot be verified yet${where}`;
    case 'timeout':
      return `${who} is not verified: the solver gave up${where}`;
    default:
      return `${who} is not verified: ${text}${where}`;
  }
}
