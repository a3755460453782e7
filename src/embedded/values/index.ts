/** Typed values: conversion, comparison, JSON and bytes. */
export type * from './value';
export { cannotConvert, ValueError } from './errors';
export { bigFloatValue, convert, parseLiteral } from './convert';
export { compareValues, compareWith, equalValues, isSortable, sortsBefore } from './compare';
export { jsonString, jsonValue } from './json';
export { checkPassword, checkPasswordLength } from './password';
export { formatDateTime } from './datetime';
export { parseGeometry } from './geo';
export { formatVector, parseVector } from './vector';
